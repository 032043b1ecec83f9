"""`python -m muster.compiled.translate`: Python to C by mypyc, in a process of its own, for it takes 2 GiB.

Run by `build` in the folder of the copied sources. Arguments: the folder for C, then the files to compile.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from muster.compiled.modules import RUNTIME
from mypyc.build import generate_c_extension_shim, include_dir, mypyc_build
from mypyc.common import RUNTIME_C_FILES
from mypyc.options import CompilerOptions


def main(target: str, files: list[str]) -> None:
    """Write the C of all modules, of the small module that hands out each of them, and of mypyc's runtime.

    Raises:
        SystemExit: with 1, a source does not type-check or does not compile; stdout says where.
    """
    options = CompilerOptions(multi_file=True, target_dir=target, group_name="muster")
    mypyc_build(["--config-file", "mypy.ini", *files], options, only_compile_paths=files)
    shutil.copytree(include_dir(), Path(target, RUNTIME))
    for name in RUNTIME_C_FILES:
        shutil.copy(Path(include_dir(), name), target)
    for file in files:
        module = ".".join(Path(file).with_suffix("").parts).removesuffix(".__init__")
        generate_c_extension_shim(module, module.rpartition(".")[2], f"{target}/shims", "muster")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
