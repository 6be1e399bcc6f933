"""`kibitz completion`: a script that completes command lines in a shell.

The scripts ask this command at each Tab, with `--words`, so they never grow stale.
"""

from __future__ import annotations

from kibitz.cli.option_parser import INQUIRY, Parser
from kibitz.language.errors import KibitzError, phrase

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

WORDS = "--words"

# Bash splits words at colons and equals signs, and replaces only the part after the last of them.
BASH = r"""# Completion of kibitz for Bash:  source <(kibitz completion bash)
_kibitz() {
    local line=${COMP_LINE:0:COMP_POINT} IFS=$' \t\n' before= found
    local -a typed
    read -r -a typed <<< "$line"
    [[ $line == *[[:space:]] ]] && typed+=("")
    local last=${typed[${#typed[@]}-1]}
    local breaks=${COMP_WORDBREAKS//[^:=]/}
    [[ -n $breaks ]] && before=${last%"${last##*[$breaks]}"}
    COMPREPLY=()
    while IFS=$'\t' read -r found _; do
        COMPREPLY+=("${found#"$before"}")
        [[ $found == *[:=] ]] && compopt -o nospace
    done < <("${typed[0]}" completion --words "${typed[@]:1}" 2>/dev/null)
}
complete -o default -F _kibitz kibitz ./kibitz
"""

ZSH = r"""#compdef kibitz
# Completion of kibitz for Zsh:  source <(kibitz completion zsh), after compinit
_kibitz() {
    local -a finished finished_shown open open_shown
    local found meaning
    while IFS=$'\t' read -r found meaning; do
        if [[ $found == *[:=] ]]; then
            open+=("$found") open_shown+=("$found${meaning:+  $meaning}")
        else
            finished+=("$found") finished_shown+=("$found${meaning:+  $meaning}")
        fi
    done < <("${words[1]}" completion --words "${(@)words[2,CURRENT-1]}" "$PREFIX" 2>/dev/null)
    if (( ${#finished} + ${#open} == 0 )); then
        _files
        return
    fi
    (( ${#finished} )) && compadd -l -d finished_shown -- "${finished[@]}"
    (( ${#open} )) && compadd -l -S '' -d open_shown -- "${open[@]}"
    return 0
}
if [[ ${funcstack[1]} == _kibitz ]]; then
    _kibitz "$@"
else
    compdef _kibitz kibitz
fi
"""

FISH = r"""# Completion of kibitz for fish:  kibitz completion fish | source
function __kibitz_completions
    set -l typed (commandline -opc) (commandline -ct)
    set -l found ($typed[1] completion --words $typed[2..-1] 2>/dev/null)
    if test (count $found) -gt 0
        printf '%s\n' $found
    else
        __fish_complete_path (commandline -ct)
    end
end
complete -c kibitz -f -a '(__kibitz_completions)'
"""

SCRIPTS = {"bash": BASH, "zsh": ZSH, "fish": FISH}


def main(words: Sequence[str]) -> int:
    """Print the script of a shell, or the completions of an unfinished command line."""
    if words and words[0] == WORDS and INQUIRY not in words:
        return print_completions(words[1:])
    parser = Parser(
        "completion",
        words,
        phrase(
            "Print a script that completes commands, options, games and their parameters when Tab "
            "is pressed, such as: source <(kibitz completion bash)"
        ),
    )
    parser.add_argument("shell", nargs="?", choices=SCRIPTS, help=parser.say("the shell"))
    parser.add_argument(
        WORDS,
        nargs="*",
        metavar="WORD",
        help=parser.say("print the completions of the last of these words; the scripts call this"),
    )
    chosen = parser.read()
    if chosen.shell is None:
        raise KibitzError("name the shell: bash, zsh or fish")
    print(SCRIPTS[chosen.shell], end="")
    return 0


def print_completions(words: Sequence[str]) -> int:
    """Print each completion of the last word with its meaning, separated by a tab."""
    from kibitz.cli.completions import completions
    from kibitz.language.languages import language_for

    try:
        found = completions(words, language_for(None))
    except KibitzError:  # an incomplete line is often invalid
        return 0
    for word, meaning in found:
        print(f"{word}\t{meaning}" if meaning else word)
    return 0
