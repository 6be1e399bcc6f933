"""Tasks as a procedural data set of reasoning-gym, with a curriculum.

    import reasoning_gym
    import kibitz.adapters.reasoning_gym    # registers the data set
    data = reasoning_gym.create_dataset("kibitz", game="lgame", kind="move", size=100, seed=42)
    data.score_answer(reply, data[0])

Answers are scored as by `kibitz.score`. The curriculum raises the distance: the number of moves to
the end under best play, or to the solution. Without `max_distance`, drawn positions occur, too.
"""

from dataclasses import dataclass
from typing import Any

from reasoning_gym.coaching import BaseCurriculum, RangeAttributeDefinition
from reasoning_gym.factory import ProceduralDataset, register_dataset

from kibitz.tasksets.task_kinds import KINDS
from kibitz.tasksets.task_positions import SPLITS
from kibitz.tasksets.task_sets import score, task

NAME = "kibitz"
LEVELS = [1, 3, 5, 8, 12, 18, 25]  # of the curriculum: the greatest distance


@dataclass
class KibitzConfig:
    """Options of `kibitz.tasks`, and the size of the data set."""

    game: str = "noughts"
    kind: str = "move"
    split: str | None = None
    min_distance: int = 0
    max_distance: int | None = None
    legal_moves: bool = False
    seed: int | None = None
    size: int = 500

    def validate(self) -> None:
        """Raise an `AssertionError` if an option is wrong."""
        assert self.kind in KINDS, f"kind must be one of {', '.join(KINDS)}"
        assert self.split in (None, *SPLITS), f"split must be None or one of {', '.join(SPLITS)}"
        assert self.size > 0, "size must be positive"
        assert self.min_distance >= 0, "min_distance must not be negative"
        if self.max_distance is not None:
            assert self.max_distance >= self.min_distance, "max_distance must be >= min_distance"


class KibitzDataset(ProceduralDataset):
    """Tasks about the positions of a game."""

    config: KibitzConfig
    category = "games"

    def __init__(self, config: KibitzConfig) -> None:
        super().__init__(config=config, seed=config.seed, size=config.size)

    def __getitem__(self, idx: int) -> dict[str, Any]:
        """Return a task: question, answer and metadata."""
        asked, distance = self.config, None
        if asked.max_distance is not None:
            distance = range(asked.min_distance, asked.max_distance + 1)
        made = task(
            asked.game,
            self.seed,
            idx,
            kind=asked.kind,
            split=asked.split,
            distance=distance,
            legal_moves=asked.legal_moves,
        )
        limits = (asked.min_distance, asked.max_distance)
        metadata = {
            **made.metadata,
            "source_dataset": NAME,
            "source_index": idx,
            "difficulty": {**made.metadata["difficulty"], "distance": limits},
        }
        return {"question": made.prompt, "answer": made.answers[0], "metadata": metadata}

    def score_answer(self, answer: str | None, entry: dict[str, Any]) -> float:
        """Return the exact reward of an answer, from 0 to 1."""
        return score(entry["metadata"], answer).reward


class KibitzCurriculum(BaseCurriculum):
    """From positions near the end to those far from it."""

    def __init__(self) -> None:
        super().__init__(KibitzCurriculum.__name__, KibitzConfig)
        self._define_attributes(
            RangeAttributeDefinition(
                name="distance",
                levels=LEVELS,
                lower_field_name="min_distance",
                upper_field_name="max_distance",
                description="moves to the end under best play, or to the solution",
                ensure_interval=True,
            )
        )


register_dataset(NAME, KibitzDataset, KibitzConfig, KibitzCurriculum)
