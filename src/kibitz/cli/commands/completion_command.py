"""`kibitz completion`: a script that completes command lines in a shell, by argcomplete."""

from __future__ import annotations

from kibitz.cli.options import Argument, Command
from kibitz.language.errors import phrase

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace

SHELLS = ("bash", "zsh", "fish")
COMMAND = Command(
    phrase(
        "Print a script that completes commands, options, games and their parameters when Tab "
        "is pressed, such as: source <(kibitz completion bash)"
    ),
    Argument("shell", phrase("the shell"), choices=SHELLS),
)


def main(chosen: Namespace) -> int:
    """Print the script of a shell."""
    print(script_of(chosen.shell), end="")
    return 0


def script_of(shell: str) -> str:
    """Return the script of a shell."""
    from argcomplete.shell_integration import shellcode

    return shellcode(["kibitz"] if shell == "fish" else ["kibitz", "./kibitz"], shell=shell)
