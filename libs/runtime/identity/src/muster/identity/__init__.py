"""Callers: their identity, their tenant, and their permissions.

An organisation is a tenant. A token names its bearer, the bearer's tenant, teams and roles; scopes narrow
what this one token may do. Changes between two tokens are facts on identity-events, and every API reads them:
a revoked token is refused within a second, everywhere.

principal.py    Principal; roles, the scopes they give, in one table
memberships.py  PURE. ended memberships and revoked tokens: a fold
sender_check.py checks the sender of a command where command topics are read
nodes.py        credentials of a node: its enrolment, and tokens for its reports
node_names.py   PURE. the nodes that a credential is for
report_check.py checks the sender of a node's report where reports are read
tokens.py       JWTs to principals, checked as RFC 8725 says
keys.py         JSON Web Key Sets
feed.py         the fold, kept up to date from the log
issuer.py       writes the facts: membership granted and revoked, tokens revoked
signing.py      key pairs in files
devkeys.py      a developer's own keys and tokens
"""

from muster.identity.feed import MembershipFeed
from muster.identity.issuer import Issuer
from muster.identity.memberships import Memberships
from muster.identity.principal import ROLES, SCOPES, SCOPES_OF_ROLE, Principal
from muster.identity.report_check import ReportCheck
from muster.identity.sender_check import Refusal, SenderCheck
from muster.identity.tokens import AuthSettings, InvalidToken, Verifier

__all__ = [
    "ROLES",
    "SCOPES",
    "SCOPES_OF_ROLE",
    "AuthSettings",
    "InvalidToken",
    "Issuer",
    "MembershipFeed",
    "Memberships",
    "Principal",
    "Refusal",
    "ReportCheck",
    "SenderCheck",
    "Verifier",
]
