"""Who may call what, beside those who see only their own."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends
from muster.api import require_scope
from muster.identity import Principal
from muster.identity.principal import BILLING_WRITE, CLUSTER_WRITE

Biller = Annotated[Principal, Depends(require_scope(BILLING_WRITE))]
"""A caller who may set prices and budgets."""

Operator = Annotated[Principal, Depends(require_scope(CLUSTER_WRITE))]
"""A caller who may see what is shared."""
