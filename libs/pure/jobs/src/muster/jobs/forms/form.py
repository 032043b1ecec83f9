"""Form: the base of all forms. Nothing is ignored: an unknown field is an error."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from pydantic import BaseModel, ConfigDict


class Form(BaseModel):
    """Fields that people write, in a file, in JSON or on a command line. A field's docstring explains it.

    Attributes:
        meant: The right field for names that people use by mistake: fields in the wrong part of the document,
            names from other systems.
    """

    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        use_attribute_docstrings=True,
        allow_inf_nan=False,
        hide_input_in_errors=True,
    )
    meant: ClassVar[Mapping[str, str]] = {}
