"""The command: `python -m paddock_hlo run hello.mlir` is `paddock run hello.mlir`."""

import os
import sys
from pathlib import Path

from . import _core

# The page, if the wheel has it.
_SHARE = Path(__file__).with_name("share")


def main() -> int:
    """Runs the command with the arguments of this process. Returns its exit code."""
    if _SHARE.is_dir():
        os.environ.setdefault("PADDOCK_SHARE", str(_SHARE))
    sys.stdout.flush()
    return _core.command(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
