"""Another seat's objective, the unused ones and the deck of Ocean Pods show in nothing that a seat is told."""

from __future__ import annotations

import random
from collections import Counter
from itertools import permutations

import numpy as np
import pytest
from scipy import stats

from pod_envs.api.registration import environment_module
from pod_envs.core.table import Table
from tests.games.drawn_ocean_pods import DEAR, GAME, act, draw, place
from tests.games.leak_ocean_pods import VARIANTS, shown_to, true_world, worlds_left

EACH = 100  # draws an outcome

# Every world at one position ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3])
def test_all_worlds_look_alike(seats: int) -> None:
    """Whatever the others hold and whatever is left over, a seat sees the same bytes; who holds it sees what it is."""
    views: dict[int, set[tuple[bytes, ...]]] = {seat: set() for seat in range(seats)}
    dealt = [table_with(goals) for goals in permutations(range(12), seats) if goals[0] == 4]
    for table in dealt:
        for seat in range(seats):
            views[seat].add(tuple(part.tobytes() for part in table.observe(seat)))
    assert len(dealt) == (11 if seats == 2 else 110)
    assert [len(views[seat]) for seat in range(seats)] == [1] + [11] * (seats - 1)


def table_with(goals: tuple[int, ...]) -> Table:
    """The same position with other objectives."""
    names = [GAME.variant().table("objectives")[goal]["id"] for goal in goals]
    return place(
        {"num_players": len(goals)}, " ".join(["FISH"] * (len(goals) + 1)), pod=1, claimed={1: "W3 W5 A1", 0: "A3"},
        tokens={0: "2/0/0/0/1"}, objectives=names, open_pod="P3 I2 W1 L2 A8 P7",
    )  # fmt: skip


def test_public_objectives_show() -> None:
    """To every seat, in the observation, the text and the pictures; and there is one world."""
    table = Table(GAME, {"num_players": 3, "public_objectives": True}, seed=3)
    goals = true_world(table)
    ids = [table.variant.table("objectives")[goal]["id"] for goal in goals]
    for seat in range(3):
        assert worlds_left(table, seat) == 1 and true_world(table.resample(seat, 1)) == goals
        assert all(f"objective {goal}" in table.information_state(seat).splitlines() for goal in goals)
        assert all(name in table.picture(seat) and name in table.picture() for name in ids)
        shown = GAME.layout(table.variant).named(table.observe(seat)[0])["objective"]
        assert [int(np.argmax(row)) for row in shown] == [goals[(seat + k) % 3] for k in range(3)]


def test_public_objectives_show_from_the_deal_on() -> None:
    """Seats that have none yet see those of the others, too."""
    table = Table(GAME, {"num_players": 3, "public_objectives": True}, seed=0, explicit_chance=True)
    draw(table, "ocean", 0, 1, 2, 3)
    draw(table, "first_player", 0)
    draw(table, "objective", 7)
    for seat in range(3):
        shown = GAME.layout(table.variant).named(table.observe(seat)[0])["objective"]
        assert np.argwhere(shown).tolist() == [[(0 - seat) % 3, 7]]
        assert table.information_state(seat).splitlines()[-1] == "objective 7"


def test_hidden_objectives_do_not_show() -> None:
    """Neither another seat's nor an unused one is named; one's own is."""
    table = Table(GAME, {"num_players": 3}, seed=3)
    goals = true_world(table)
    ids = [goal["id"] for goal in table.variant.table("objectives")]
    for seat in range(3):
        text, picture = table.information_state(seat).splitlines(), table.picture(seat)
        assert [line for line in text if line.startswith("objective")] == [
            f"objective {goals[seat]}" if other == seat else "objective ?" for other in range(3)
        ]
        assert [name for name in ids if name in picture] == [ids[goals[seat]]]
        assert not any(name in table.picture() for name in ids)


# What the interfaces tell -------------------------------------------------------------------------------------------


def test_infos_tell_claims_alone_until_the_end() -> None:
    """Before the end an agent hears of claims, which all have seen; at the end of its result and the scores."""
    rng, env = random.Random(4), environment_module(GAME).raw_env(num_players=3)
    for seed in range(4):
        env.reset(seed=seed)
        while not any(env.terminations.values()):
            for info in env.infos.values():
                assert set(info) == {"claims"}
                assert all(set(claim) == {"seat", "card"} for claim in info["claims"])
            env.step(rng.choice(np.flatnonzero(env.observe(env.agent_selection)["action_mask"]).tolist()))
        assert env.table is not None
        details = env.table.details()
        for agent, info in env.infos.items():
            results = {"all_lose"} if details["outcome"] == "all_lose" else {"loss", details["outcome"]}
            assert info["result"] in results and info["result"] == env.infos[agent]["result"]
            assert {key: info[key] for key in details} == details
            assert set(info) == {"claims", "returns", "result", *details}


@pytest.mark.parametrize("name", VARIANTS)
def test_the_state_does_not_know_the_deck(name: str) -> None:
    """Games that differ in later draws alone have the same bytes until a draw differs."""
    parted = Counter[str]()
    for seed in range(12):
        rng, table = random.Random(seed), Table(GAME, VARIANTS[name], seed=seed)
        other, events = table.clone(seed=1000 + seed), len(table.events)
        while table.ended is None and table.events == other.events:
            assert table.state.tobytes() == other.state.tobytes()
            assert shown_to(table, 0) == shown_to(other, 0)
            action, events = rng.choice(table.legal()), len(table.events)
            table.act(action)
            other.act(action)
        drawn = zip(table.events[events:], other.events[events:], strict=False)
        parted.update(GAME.spec.chance_kinds[-1 - here[0]] for here, there in drawn if here != there)
    assert parted["white"] > 0 and set(parted) <= {"white", "blue", "reroll", "refill"}


def test_what_turns_up_is_any_unseen_card() -> None:
    """The next card of two clones is not in the position: 34 cards, all equally likely."""
    table = place({}, "FISH FISH FISH FISH FISH", tokens={0: "2/0/0/0/1"}, open_pod=f"P3 {DEAR[:14]}", research=True)
    act(table, "CLAIM P3")
    unseen = np.flatnonzero(table.state[0].owner[:40] == -1).tolist()
    assert [outcome for outcome, _ in table.chance_outcomes()] == unseen and len(unseen) == 34
    table = place({}, "FISH FISH FISH FISH FISH", tokens={0: "2/0/0/0/1"}, open_pod=f"P3 {DEAR[:14]}", research=True)
    table.store.cells["explicit"] = 0
    found = Counter[int]()
    for seed in range(EACH * 34):
        after = table.clone(seed=seed)
        act(after, "CLAIM P3")
        found[int(after.state[0].offer[0])] += 1
    assert sorted(found) == unseen and stats.chisquare(list(found.values())).pvalue > 0.001
