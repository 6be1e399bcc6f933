"""Train a small tabular agent on noughts and crosses with moving pieces, and measure its regret.

    python examples/train_tabular.py [--episodes 5000] [--output regret.png] [--game noughts:oldest]

The agent plays itself and keeps one number for every position that it has met, mirror images taken
together: what the position seems worth to the player to move. After a game it goes back over it
from the end and corrects these numbers (temporal differences, the sign turned each ply). Now and
then it plays against a player that moves at random, without learning, and the exact solution says
what each of its moves gave away: the regret. An agent that plays perfectly has none.

Needs `kibitz[pettingzoo,plot]`.
"""

from __future__ import annotations

import argparse
import random
from typing import TYPE_CHECKING, Any

from kibitz.adapters import pettingzoo

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kibitz.adapters.arena import Arena

    Choose = Callable[[int, Sequence[int]], int]

RATE, DISCOUNT, CURIOSITY = 0.7, 0.98, 0.3


class TabularAgent:
    """Learns what each position is worth to the player to move."""

    def __init__(self, arena: Arena, chance: random.Random) -> None:
        self.arena = arena
        self.chance = chance
        self.worth: dict[int, float] = {}

    def key(self, position: int) -> int:
        """Return what a position shares with its mirror images."""
        canonical = self.arena.rules.canonical
        return canonical(position) if canonical else position

    def outlook(self, position: int, action: int) -> float:
        """Return what an action seems worth; what is new seems worth 0."""
        after = self.arena.rules.play(position, self.arena.actions.move(action))
        return -DISCOUNT * self.worth.get(self.key(after), 0.0)

    def best(self, position: int, legal: Sequence[int]) -> int:
        """Return the legal action that seems worth most."""
        outlooks = {action: self.outlook(position, action) for action in legal}
        most = max(outlooks.values())
        return self.chance.choice([action for action in legal if outlooks[action] == most])

    def explore(self, position: int, legal: Sequence[int]) -> int:
        """Return the best action, or now and then any."""
        if self.chance.random() < CURIOSITY:
            return self.chance.choice(legal)
        return self.best(position, legal)

    def learn(self, position: int, target: float) -> None:
        """Bring the worth of a position nearer to what has come of it."""
        key = self.key(position)
        old = self.worth.get(key, 0.0)
        self.worth[key] = old + RATE * (target - old)


def legal_actions(env: pettingzoo.raw_env) -> list[int]:
    """Return the actions that the agent to move may choose from."""
    mask = env.observe(env.agent_selection)["action_mask"]
    return [int(action) for action in mask.nonzero()[0]]


def play_and_learn(env: pettingzoo.raw_env, agent: TabularAgent) -> None:
    """Play one game of the agent against itself, and learn from it from the end backwards."""
    env.reset()
    met = []
    while legal := legal_actions(env):
        met.append((env.position, legal))
        env.step(agent.explore(env.position, legal))
    if any(env.terminations.values()):
        agent.learn(env.position, env.rewards[env.agent_selection])
    for position, legal in reversed(met):
        agent.learn(position, max(agent.outlook(position, action) for action in legal))


def measure(env: pettingzoo.raw_env, choose: Choose, seed: int, games: int) -> float:
    """Return the mean regret of a player's moves in games against one that moves at random."""
    chance = random.Random(seed)
    given: list[float] = []
    for game in range(games):
        player = env.possible_agents[game % 2]
        env.reset()
        while legal := legal_actions(env):
            mover = env.agent_selection
            if mover == player:
                env.step(choose(env.position, legal))
                given.append(env.infos[mover]["regret"])
            else:
                env.step(chance.choice(legal))
    return sum(given) / len(given)


def train(
    game: str, episodes: int, seed: int, points: int, measured: int
) -> tuple[list[tuple[int, float]], float]:
    """Return the regret after so many games as a curve, and the regret of random moves.

    Each of the `points` of the curve is measured in so many games.
    """
    chance = random.Random(seed)
    practice = pettingzoo.raw_env(game, truth=False)
    agent = TabularAgent(practice.arena, chance)
    exam = pettingzoo.raw_env(game)
    at_random = measure(exam, lambda position, legal: chance.choice(legal), seed, measured)
    curve = [(0, measure(exam, agent.best, seed, measured))]
    played = 0
    for point in range(1, points + 1):
        while played < episodes * point // points:
            play_and_learn(practice, agent)
            played += 1
        curve.append((played, measure(exam, agent.best, seed, measured)))
        print(f"{played:>8,} games  {len(agent.worth):>7,} positions  regret {curve[-1][1]:.4f}")
    return curve, at_random


def plot(curve: list[tuple[int, float]], at_random: float, game: str, output: str) -> None:
    """Draw the curve into a file."""
    import matplotlib as mpl

    mpl.use("Agg")
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(figsize=(7, 4))
    axes.plot(*zip(*curve, strict=True), marker="o", label="tabular agent")
    axes.axhline(at_random, color="grey", linestyle=":", label="random moves")
    axes.axhline(0, color="black", linewidth=1, label="exact solution")
    axes.set(xlabel="games played", ylabel="mean regret of a move", title=game)
    axes.legend()
    figure.tight_layout()
    figure.savefig(output, dpi=120)
    plt.close(figure)


def main(words: Sequence[str] | None = None) -> Any:
    """Train, measure and plot."""
    parser = argparse.ArgumentParser(description="Train a tabular agent and plot its regret.")
    parser.add_argument("--game", default="noughts:oldest", help="any small game for two")
    parser.add_argument("--episodes", type=int, default=5_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--points", type=int, default=16, help="of the curve")
    parser.add_argument("--measured", type=int, default=200, help="games for each point")
    parser.add_argument("--output", default="regret.png")
    chosen = parser.parse_args(words)
    curve, at_random = train(
        chosen.game, chosen.episodes, chosen.seed, chosen.points, chosen.measured
    )
    plot(curve, at_random, chosen.game, chosen.output)
    print(f"random moves: regret {at_random:.4f}; see {chosen.output}")
    return curve, at_random


if __name__ == "__main__":
    main()
