"""Statistics of a class: how many programs fail each case, and why."""

from collections.abc import Sequence
from typing import NamedTuple

from kibitz.judge.grading.grade_results import PASSED, VERDICTS, Sheet
from kibitz.judge.grading.graded_assignment import Graded
from kibitz.judge.grading.reasons import AS_SAID
from kibitz.language.errors import Sentence, plural
from kibitz.language.languages import Language

ACCEPTED, NOT_BUILT = "AC", "CE"
NOT_RUN = ("NG", "NO")
MOST_REASONS = 3  # shown for each case


class FailureReason(NamedTuple):
    """A reason why programs fail a case, and how many do so.

    Sentences that differ in their details only are one reason: it is `varied`, and `words` is one.
    """

    verdict: str
    words: Sentence | None
    programs: int
    varied: bool = False

    def words_in(self, language: Language) -> str:
        """Return the reason in a language."""
        verdict = language.say(VERDICTS[self.verdict])
        if self.words is None:
            return verdict
        words = language.tell(self.words)
        if self.varied:
            return language.say("{verdict}, such as: {reason}", verdict=verdict, reason=words)
        return language.say("{heading}: ", heading=verdict) + str(words)


class CaseStatistics(NamedTuple):
    """How the programs of a class did on a case; `ran` are those that were built and run."""

    case: Graded
    ran: int
    failed: int
    reasons: list[FailureReason]  # the most frequent first


def class_statistics(cases: Sequence[Graded], sheets: Sequence[Sheet]) -> list[CaseStatistics]:
    """Return the statistics of every case, in the order of the cases."""
    found = []
    for case in cases:
        results = [sheet.results[case] for sheet in sheets if case in sheet.results]
        ran = [result for result in results if result.verdict not in NOT_RUN]
        failed = [result for result in ran if result.verdict not in PASSED]
        alike: dict[tuple[str, str], list[Sentence | None]] = {}
        for result in failed:
            alike.setdefault((result.verdict, kind_of(result.words)), []).append(result.words)
        reasons = [
            FailureReason(verdict, words[0], len(words), len(set(map(str, words))) > 1)
            for (verdict, _), words in sorted(
                alike.items(), key=lambda item: (-len(item[1]), item[0])
            )
        ]
        found.append(CaseStatistics(case, len(ran), len(failed), reasons))
    return found


def kind_of(words: Sentence | None) -> str:
    """Return what sentences of one kind have in common: their text without the details."""
    if words is None:
        return ""
    return str(words) if words.sentence == AS_SAID else words.sentence


def all_passed(sheets: Sequence[Sheet]) -> bool:
    """Return whether every program passes every case."""
    return all(sheet.verdict == ACCEPTED for sheet in sheets)


def passed(sheets: Sequence[Sheet]) -> list[Sentence]:
    """Return how many programs pass every case and, if there are any, how many were not built."""
    count = sum(sheet.verdict == ACCEPTED for sheet in sheets)
    found = [
        plural(
            "{count} of {all} programs passes every case.",
            "{count} of {all} programs pass every case.",
            count,
            all=len(sheets),
        )
    ]
    unbuilt = sum(sheet.verdict == NOT_BUILT for sheet in sheets)
    if unbuilt:
        found.append(
            plural("{count} program was not built.", "{count} programs were not built.", unbuilt)
        )
    return found
