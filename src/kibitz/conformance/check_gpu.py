"""Check, made on request: the rules can be rewritten to run on a GPU."""

from collections.abc import Iterator

from kibitz.conformance.complaint import INSTEAD, Complaint, Place, place_of
from kibitz.conformance.subject import Subject
from kibitz.language.errors import KibitzError


def lowers(subject: Subject) -> Iterator[Complaint]:
    """Check that every rule can be lowered; no GPU is needed for that."""
    from kibitz.solve.engines import BUILDERS, load  # imported on request only

    try:
        for name in BUILDERS["gpu"]:
            load(name).check_rules(subject.rules)
    except KibitzError as error:
        said = error.details
        where = place_of(subject.rules.moves)
        if "path" in said:
            where = Place(str(said["path"]), int(str(said["line"])))
        yield Complaint(error.words, where, INSTEAD if "rule" in said else None)
