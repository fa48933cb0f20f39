"""The command: `python -m paddock_hlo run hello.mlir` is `paddock run hello.mlir`."""

import sys

from . import _core


def main() -> int:
    """Runs the command with the arguments of this process. Returns its exit code."""
    sys.stdout.flush()
    return _core.command(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
