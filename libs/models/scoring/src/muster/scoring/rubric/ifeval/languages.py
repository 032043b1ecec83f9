# ruff: noqa: RUF001  (letters of many languages)
"""Languages of answers by script and frequent words.

Limits: this refutes a language rather than proving it. A text passes as a language when most of its letters
are of its script and no other language of that script known here has more frequent words or letters in it.
A language that is not in the table passes for the nearest one that is.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_right
from collections import Counter
from functools import cache
from typing import Final

from muster.scoring.rubric.normal_form import composed

_SCRIPTS: Final = (
    (0x0041, 0x024F, "latin"),
    (0x0370, 0x03FF, "greek"),
    (0x0400, 0x052F, "cyrillic"),
    (0x0590, 0x05FF, "hebrew"),
    (0x0600, 0x06FF, "arabic"),
    (0x0750, 0x077F, "arabic"),
    (0x0900, 0x097F, "devanagari"),
    (0x0980, 0x09FF, "bengali"),
    (0x0A00, 0x0A7F, "gurmukhi"),
    (0x0A80, 0x0AFF, "gujarati"),
    (0x0B80, 0x0BFF, "tamil"),
    (0x0C00, 0x0C7F, "telugu"),
    (0x0C80, 0x0CFF, "kannada"),
    (0x0E00, 0x0E7F, "thai"),
    (0x1100, 0x11FF, "hangul"),
    (0x1E00, 0x1EFF, "latin"),
    (0x3040, 0x30FF, "kana"),
    (0x4E00, 0x9FFF, "han"),
    (0xAC00, 0xD7A3, "hangul"),
)
_STARTS: Final = tuple(start for start, _, _ in _SCRIPTS)

_SCRIPT_OF: Final = {
    "en": "latin", "de": "latin", "fr": "latin", "es": "latin", "it": "latin", "pt": "latin", "fi": "latin",
    "sw": "latin", "vi": "latin", "ru": "cyrillic", "bg": "cyrillic", "ar": "arabic", "fa": "arabic",
    "ur": "arabic", "hi": "devanagari", "mr": "devanagari", "ne": "devanagari", "bn": "bengali",
    "pa": "gurmukhi", "gu": "gujarati", "ta": "tamil", "te": "telugu", "kn": "kannada", "th": "thai",
    "ko": "hangul",
}  # fmt: skip
LANGUAGES: Final = tuple(sorted(_SCRIPT_OF))
"""ISO 639-1 codes."""

_WORDS: Final = {
    "en": "the of and to in is that it for was on are with as be this have from or at by not you i your we",
    "de": "der die das und ist nicht ein eine zu den mit sich auf für es dem im von ich sie wir auch wie",
    "fr": "le la les des et est une un dans que qui pour pas sur au avec ce il je vous nous plus sont du par",
    "es": "el la los las de y que en un una es por con para no se del lo su como más pero al sus son",
    "it": "il lo la gli di e che è un una per non con del della sono come ma nel si da anche dei le alla più",
    "pt": "o a os as de e que do da em um uma para com não é no na se por mais dos como mas ao foi são",
    "fi": "ja on ei se että hän oli olla mutta kun niin myös tai ovat voi joka sen hyvin kuin ole mitä",
    "sw": "na ya wa kwa ni katika la za cha kuwa hii hiyo yake kama lakini watu pia au hakuna mimi sana",
    "vi": "và của là có không được cho một những các trong người với này để đã khi tôi bạn rất như nhưng",
    "ru": "и в не на что он с как это по но они все она так его из у за от же бы было мы вы для",
    "bg": "и в не на че той с как това по но те са да от ще се за като си съм беше ние вие е",
    "ar": "في من على أن إلى عن هذا هذه التي الذي كان لا ما مع هو هي كل بعد ذلك أو",
    "fa": "و در به از که این را با است برای آن یک خود تا می های بر هم اما شد",
    "ur": "کے کی میں ہے اور سے کا کو یہ نے پر ہیں کہ ایک بھی نہیں تھا اس وہ کر",
    "hi": "के है में की और का को से ने यह हैं कि पर भी एक नहीं था इस वह हो मैं मेरे",
    "mr": "आहे आणि च्या मध्ये हे ते या आहेत नाही होते तो ती एक मी पण होता साठी काय आम्ही करा",
    "ne": "छ र को मा हो यो पनि छन् गर्न भएको लागि हुन्छ एक तपाईं छैन भने थियो गरेको म हामी",
}
_LETTERS: Final = {
    "ru": "ыэё",
    "bg": "ъ",
    "fa": "پچژگ",
    "ur": "ٹڈڑںےہھ",
    "ar": "ةىيك",
    "vi": "ăđơưạảấầẩẫậắằặẹẻẽếềểễệịọỏốồổỗộớờởợụủứừửữự",
    "de": "ßü",
    "pt": "ãõç",
    "es": "ñ¿¡",
    "mr": "ळ",
}
"""Letters that a language has and its neighbours in script mostly have not."""

_LETTER_WEIGHT: Final = 0.5
_SHARE_MIN: Final = 0.5
_ALPHABETIC: Final = frozenset({"Lu", "Ll", "Lt", "Lm", "Lo", "Mc"})


def may_be(text: str, language: str) -> bool:
    """Return whether nothing speaks against a text being in a language; False for a text without letters.

    Args:
        text: Any text.
        language: One of `LANGUAGES`.
    """
    folded = composed(text.casefold())
    letters = Counter(folded)
    for character in sorted(letters):
        if unicodedata.category(character) not in _ALPHABETIC:
            del letters[character]
    scripts = Counter[str]()
    for letter, count in letters.items():
        scripts[_script(letter)] += count
    script = _SCRIPT_OF[language]
    if scripts[script] <= _SHARE_MIN * letters.total():
        return False
    words = Counter(word.strip("\"'.,;:!?()[]*#<>-–—।؟،؛“”‘’«»") for word in folded.split())
    scores = {other: _score(other, words, letters) for other in LANGUAGES if _SCRIPT_OF[other] == script}
    return scores[language] >= max(scores.values())


def _score(language: str, words: Counter[str], letters: Counter[str]) -> float:
    frequent = sum(words[word] for word in _frequent(language))
    return frequent + _LETTER_WEIGHT * sum(letters[letter] for letter in _LETTERS.get(language, ""))


@cache
def _frequent(language: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(_WORDS.get(language, "").split()))


def _script(letter: str) -> str:
    place = bisect_right(_STARTS, ord(letter)) - 1
    if place < 0 or ord(letter) > _SCRIPTS[place][1]:
        return "other"
    return _SCRIPTS[place][2]
