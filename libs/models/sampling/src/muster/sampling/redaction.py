"""Removes mail addresses, phone and card numbers, IBANs, keys and tokens from texts. PURE.

Time is linear in the length of the text: each pattern reads a bounded number of characters, or what it reads
is part of a match. A phone number needs a country code, the separators of a common national form, or a word
like "phone" before it; other numbers stay.

Sources: E.164 (phone numbers), ISO/IEC 7812 (issuers of cards, Luhn), ISO 13616 and the SWIFT IBAN Registry
(lengths, mod 97), RFC 7468 (PEM), RFC 7519 (JWT), and the formats that GitHub, AWS, Slack, OpenAI and
Hugging Face publish for their keys.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

PASSES_MAX: Final = 8
"""Most passes over a text. After a finding the text is read again: what is left may look different."""

_CARD_DIGITS_MIN: Final = 13
_MAIL_LOOK_ALIKES: Final = frozenset({"png", "jpg", "jpeg", "gif", "svg", "webp", "ico", "bmp", "avif"})
"""Ends of file names as in `icon@2x.png`."""

_IBAN_COUNTRIES: Final = (
    "15:NO 16:BE 18:DK,FK,FI,FO,GL,NL,SD 19:MK,SI 20:AT,BA,EE,KZ,LT,LU,MN,XK 21:CH,HR,LI,LV "
    "22:BG,BH,CR,DE,GB,GE,IE,ME,RS,VA 23:AE,GI,IL,IQ,OM,SO,TL 24:AD,CZ,ES,MD,PK,RO,SA,SE,SK,TN,VG "
    "25:LY,PT,ST 26:IS,TR 27:BI,DJ,FR,GR,IT,MC,MR,SM 28:AL,AZ,BY,CY,DO,GT,HU,LB,NI,PL,SV "
    "29:BR,EG,PS,QA,UA 30:JO,KW,MU,YE 31:MT,SC 32:LC 33:RU"
)
_IBAN_LENGTHS: Final[Mapping[str, int]] = {
    country: int(each[:2]) for each in _IBAN_COUNTRIES.split() for country in each[3:].split(",")
}

_DASHES: Final = "-----"
_PEM_BEGIN: Final = rf"{_DASHES}BEGIN [A-Z0-9 ]{{0,40}}PRIVATE KEY(?: BLOCK)?{_DASHES}"
_PEM_END: Final = rf"{_DASHES}END [A-Z0-9 ]{{0,40}}PRIVATE KEY(?: BLOCK)?{_DASHES}"
_APART: Final = r"(?<! redacted\])"
"""Not directly after a marker: whatever was blocked by the text that it replaces is still blocked."""

_BREAK: Final = r"(?:\s|\\[nr])"

_PATTERNS: Final[Mapping[str, str]] = {
    # These two are kept: their digits are no card and no phone number.
    "uuid": r"(?<![\w-])[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}(?![\w-])",
    "time": (
        r"(?<![\w-])[0-9]{4}-[0-9]{2}-[0-9]{2}"
        r"(?:[T ][0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:[.,][0-9]{1,9})?)?(?:Z|[+-][0-9]{2}:?[0-9]{2})?)?(?![\w-])"
    ),
    "pem": (
        # Whole, or as much of it as looks like a key.
        rf"{_PEM_BEGIN}(?:[^-]*+(?:-(?!----)[^-]*+)*+{_PEM_END}"
        rf"|{_BREAK}*+[A-Za-z0-9+/=]{{16,}}+(?:{_BREAK}++[A-Za-z0-9+/=]{{16,}}+)*+)"
    ),
    "jwt": rf"{_APART}(?<![\w-])eyJ[\w-]{{8,}}+\.[\w-]{{8,}}+\.[\w-]{{8,}}+(?:\.[\w-]++){{0,2}}",
    "key": (
        rf"{_APART}(?<![A-Za-z0-9_])(?:"
        r"sk-(?=[A-Za-z_-]{0,200}[0-9])[A-Za-z0-9_-]{20,}+"
        r"|[rs]k_(?:live|test)_[A-Za-z0-9]{16,}+"
        r"|gh[pousr]_[A-Za-z0-9]{20,}+"
        r"|github_pat_[A-Za-z0-9_]{20,}+"
        r"|glpat-[A-Za-z0-9_-]{20,}+"
        r"|hf_[A-Za-z0-9]{20,}+"
        r"|(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Za-z0-9])"
        r"|xox[a-z]-[A-Za-z0-9-]{10,}+"
        r"|AIza[A-Za-z0-9_-]{35}(?![A-Za-z0-9_-])"
        r")"
    ),
    "bearer": (
        r"(?<!\w)(?i:bearer)[ \t]{1,8}(?P<bearer_part>"
        r"(?=[A-Za-z._~+/=-]{0,200}[0-9])[A-Za-z0-9._~+/=-]{16,}+)"
    ),
    "mail": (
        rf"{_APART}(?<![\w.+%-])[\w.+%-]{{1,64}}"
        r"@(?:[\w-]{1,63}\.){1,8}(?P<mail_end>[^\W\d_]{2,63})(?![\w-])"
    ),
    "iban": rf"{_APART}(?<!\w)[A-Z]{{2}}[0-9]{{2}}(?:[ -]?[A-Z0-9]){{11,29}}",
    "card": rf"{_APART}(?<![\w])(?<![0-9]\.)(?<! redacted\]\.)[2-6][0-9]{{3}}(?:[ -]?[0-9]){{9,15}}",
    "international": (
        rf"{_APART}(?<![\w+])\+[1-9](?:[ ().\-/]{{0,2}}[0-9]){{7,14}}(?!\w)"
        rf"|{_APART}(?<![\w.])00[1-9][0-9]{{0,2}}[ \-/][0-9](?:[ \-/]?[0-9]){{5,11}}(?!\w)"
    ),
    "cued": (
        r"(?<!\w)(?i:tel|telephone|telefon|phone|mobile|cell|fax|whatsapp|handy)(?!\w)[^\w\n]{0,4}"
        r"(?:(?i:number|no|nr|is)(?!\w)[^\w\n]{0,4}){0,2}"
        r"(?P<cued_part>[0-9](?:[ ().\-/]?[0-9]){6,14})(?![\w-])"
    ),
    "national": (
        # North America; France; a trunk 0 as in most of the world; Chinese mobiles; Brazil.
        rf"{_APART}(?<![\w.\-])(?:"
        r"(?:1[ .-])?(?:\([2-9][0-9]{2}\)[ -]?[2-9][0-9]{2}[ .-]"
        r"|[2-9][0-9]{2}(?P<gap>[ .-])[2-9][0-9]{2}(?P=gap))[0-9]{4}"
        r"|0[1-9](?:[ .-][0-9]{2}){4}"
        # Not as a part of a longer row of numbers.
        r"|(?<![0-9][ /-])(?:\(0[1-9][0-9]{0,4}\)[ -]?|0[1-9][0-9]{0,4}(?: ?[/-] ?| ))"
        r"[0-9]{2,8}(?:[ -][0-9]{2,5}){0,3}(?![ -][0-9])"
        r"|1[3-9][0-9](?P<wide_gap>[ -])[0-9]{4}(?P=wide_gap)[0-9]{4}"
        r"|\([1-9][0-9]\) ?9?[0-9]{4}-[0-9]{4}"
        r")(?![\w-]|\.[0-9])"
    ),
}
_PATTERN: Final = re.compile("|".join(f"(?P<{kind}>{pattern})" for kind, pattern in _PATTERNS.items()))

_MARKERS: Final[Mapping[str, str]] = {
    "pem": "[key redacted]",
    "jwt": "[token redacted]",
    "key": "[key redacted]",
    "bearer": "[token redacted]",
    "mail": "[mail redacted]",
    "iban": "[iban redacted]",
    "card": "[card redacted]",
    "international": "[phone redacted]",
    "cued": "[phone redacted]",
    "national": "[phone redacted]",
}


class Redacted(NamedTuple):
    """A text without what was found in it.

    Attributes:
        text: The text, with a marker in place of each finding.
        redactions: Number of findings.
    """

    text: str
    redactions: int


def redact(text: str) -> Redacted:
    """Replace personal data and secrets by markers; redacted text is not changed by another call."""
    count = 0
    for _ in range(PASSES_MAX):
        once = _pass_over(text)
        if not once.redactions:
            break
        text, count = once.text, count + once.redactions
    return Redacted(text, count)


def _pass_over(text: str) -> Redacted:
    parts: list[str] = []
    kept_from = place = count = 0
    while match := _PATTERN.search(text, place):
        kind = match.lastgroup or ""
        if kind not in _MARKERS:
            place = match.end()
            continue
        start, end = _span_of(match, kind)
        if end is None:
            # A candidate has a bounded length, so to look at its characters again is still linear.
            place = match.start() + 1
            continue
        parts += [text[kept_from:start], _MARKERS[kind]]
        kept_from = place = end
        count += 1
    return Redacted("".join([*parts, text[kept_from:]]), count)


def _span_of(match: re.Match[str], kind: str) -> tuple[int, int | None]:
    """Return where a finding starts and ends; None: the candidate is something else."""
    if kind in _PARTS:
        return match.span(_PARTS[kind])
    start = match.start()
    checked_end = _CHECKS.get(kind)
    return start, match.end() if checked_end is None else checked_end(match)


_PARTS: Final[Mapping[str, str]] = {"bearer": "bearer_part", "cued": "cued_part"}
"""Kinds of which only a part is removed: the word before it stays."""


def _end_of_mail(match: re.Match[str]) -> int | None:
    return None if match["mail_end"].lower() in _MAIL_LOOK_ALIKES else match.end()


def _end_of_iban(match: re.Match[str]) -> int | None:
    """Return the end of the IBAN that the candidate begins with; words in capitals may follow it."""
    found = match.group()
    length = _IBAN_LENGTHS.get(found[:2])
    if length is None:
        return None
    places = [place for place, character in enumerate(found) if character.isalnum()]
    if len(places) < length:
        return None
    end = match.start() + places[length - 1] + 1
    if end < len(match.string) and match.string[end].isalnum():
        return None
    iban = "".join(found[place] for place in places[:length])
    return end if int("".join(str(int(each, 36)) for each in iban[4:] + iban[:4])) % 97 == 1 else None


def _end_of_card(match: re.Match[str]) -> int | None:
    """Return the end of the longest card number that the candidate begins with and that ends with a group."""
    found, whole = match.group(), match.string
    places = [place for place, character in enumerate(found) if character in "0123456789"]
    digits = "".join(found[place] for place in places)
    for count in range(len(places), _CARD_DIGITS_MIN - 1, -1):
        end = match.start() + places[count - 1] + 1
        if end < len(whole) and (whole[end].isalnum() or whole[end] == "_"):
            continue
        if _is_issued(digits[:count]) and _passes_luhn(digits[:count]):
            return end
    return None


def _is_issued(digits: str) -> bool:
    """Return whether issuers of cards have numbers of this beginning and length."""
    count, two, four = len(digits), int(digits[:2]), int(digits[:4])
    if digits[0] == "4":
        return count in {13, 16, 19}
    if 51 <= two <= 55 or 2221 <= four <= 2720:
        return count == 16
    if two in {34, 37}:
        return count == 15
    if two in {30, 36, 38, 39}:
        return 14 <= count <= 19
    if two == 35 or two in {60, 62, 64, 65, 81}:
        return 16 <= count <= 19
    return two == 50 or 56 <= two <= 69


def _passes_luhn(digits: str) -> bool:
    doubled = digits[-2::-2].translate(_DOUBLED)
    return sum(map(int, digits[-1::-2] + doubled)) % 10 == 0


_DOUBLED: Final = str.maketrans("0123456789", "0246813579")
"""Digit -> sum of the digits of its double."""


def _end_of_international(match: re.Match[str]) -> int | None:
    """Return the end of a number with a country code; a signed number such as +3.1415926535 is none."""
    found = match.group()
    separators = re.sub(r"[0-9+]", "", found)
    count = len(found) - len(separators) - found.count("+")
    if separators == "." or (not separators and count < 10):
        return None
    return match.end()


def _end_of_national(match: re.Match[str]) -> int | None:
    """Return the end of a national number: with a trunk 0 it has from 9 to 12 digits."""
    count = sum(character in "0123456789" for character in match.group())
    return match.end() if 9 <= count <= 12 else None


_CHECKS: Final[Mapping[str, Callable[[re.Match[str]], int | None]]] = {
    "mail": _end_of_mail,
    "iban": _end_of_iban,
    "card": _end_of_card,
    "international": _end_of_international,
    "national": _end_of_national,
}
"""Kinds whose form alone is not enough."""
