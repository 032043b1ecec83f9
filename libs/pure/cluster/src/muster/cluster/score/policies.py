"""The placement policies by name, as `muster sim --policy`, snapshots and PolicyActivated write them."""

from muster.cluster.model.errors import CapacityError
from muster.cluster.score.balanced import BalancedScore
from muster.cluster.score.bestfit import BestFitScore
from muster.cluster.score.fgd import FgdScore
from muster.cluster.score.score import ScoreFactory

POLICIES: dict[str, ScoreFactory] = {"ours": BalancedScore, "fgd": FgdScore, "bestfit": BestFitScore}


def policy_named(name: str) -> ScoreFactory:
    """The score of a policy.

    Raises:
        CapacityError: There is none of that name.
    """
    if name not in POLICIES:
        raise CapacityError(f"policy is {name!r}; allowed: {', '.join(POLICIES)}")
    return POLICIES[name]
