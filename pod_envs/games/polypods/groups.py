"""Polypods as rings of discs with their counts, and the roles of discs, kept up to date disc by disc.

[T1].. cite the invariants of the rule page.  A polypod never splits [T4], so that rings only grow, merge and lose feet.
"""

from pod_envs.core.jit import Record, helper

from .state import EMPTY, ROCK


@helper
def should_be_core(s: Record, v: Record, seat: int, u: int) -> bool:
    """Three or more friends, or two that are not neighbours of each other."""
    return v.roles[u] >> s.near[seat, u] & 1 == 1  # type: ignore[no-any-return]


@helper
def put(s: Record, v: Record, seat: int, u: int) -> None:
    """A disc on an empty vertex, as a foot, in one polypod with its friends."""
    s.owner[u] = seat + 1
    s.core[u] = 0
    s.label[u] = u
    s.after[u] = u
    s.before[u] = u
    s.discs[u] = 1
    s.cores[u] = 0
    for j in range(v.degree[u]):
        w = v.neighbour[u, j]
        s.near[seat, w] |= v.back[u, j]
        if s.owner[w] == seat + 1:
            merge(s, s.label[u], s.label[w])


@helper
def merge(s: Record, a: int, b: int) -> None:
    """Two polypods become one; the smaller takes the label of the larger."""
    if a == b:
        return
    if s.discs[a] < s.discs[b]:
        a, b = b, a
    relabel(s, b, a)
    s.discs[a] += s.discs[b]
    s.cores[a] += s.cores[b]
    last_a, last_b = s.before[a], s.before[b]
    s.after[last_a] = b
    s.before[b] = last_a
    s.after[last_b] = a
    s.before[a] = last_b


@helper
def relabel(s: Record, first: int, label: int) -> None:
    """Every disc in the ring of `first` gets the label."""
    u = first
    while True:
        s.label[u] = label
        u = s.after[u]
        if u == first:
            return


@helper
def harden(s: Record, v: Record, seat: int, u: int) -> None:
    """A foot becomes core."""
    s.core[u] = 1
    s.cores[s.label[u]] += 1
    s.score[seat] += 1
    for j in range(v.degree[u]):
        s.hard[seat, v.neighbour[u, j]] |= v.back[u, j]


@helper
def soften(s: Record, v: Record, seat: int, u: int) -> None:
    """A core disc becomes a foot again."""
    s.core[u] = 0
    s.cores[s.label[u]] -= 1
    s.score[seat] -= 1
    for j in range(v.degree[u]):
        s.hard[seat, v.neighbour[u, j]] &= ~v.back[u, j]


@helper
def dissolve(s: Record, v: Record, seat: int, u: int) -> None:
    """A foot of the seat leaves the board; friends that are no longer core revert at once [T2]."""
    s.lost[s.losses] = u
    s.losses += 1
    leave_ring(s, u)
    s.owner[u] = EMPTY
    for j in range(v.degree[u]):
        w = v.neighbour[u, j]
        s.near[seat, w] &= ~v.back[u, j]
        if s.owner[w] == seat + 1 and s.core[w] == 1 and not should_be_core(s, v, seat, w):
            soften(s, v, seat, w)


@helper
def leave_ring(s: Record, u: int) -> None:
    """The polypod goes on without the foot; it gets another label if it was named after it."""
    label = s.label[u]
    s.discs[label] -= 1
    if s.discs[label] == 0:
        return
    follower = s.after[u]
    s.after[s.before[u]] = follower
    s.before[follower] = s.before[u]
    if label == u:
        s.discs[follower] = s.discs[u]
        s.cores[follower] = s.cores[u]
        relabel(s, follower, follower)


@helper
def petrify(s: Record, v: Record, seat: int, first: int) -> None:
    """A polypod dies: its core leaves the board, its feet become rocks, all at once."""
    u = first
    while True:
        for j in range(v.degree[u]):
            s.near[seat, v.neighbour[u, j]] &= ~v.back[u, j]
            s.hard[seat, v.neighbour[u, j]] &= ~v.back[u, j]
        s.owner[u] = EMPTY if s.core[u] else ROCK
        s.score[seat] -= s.core[u]
        s.core[u] = 0
        u = s.after[u]
        if u == first:
            return
