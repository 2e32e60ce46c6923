"""Stashes and pods: what lies where, and how cards move.  Part of the rules, pure.

[R18] cites ruling 18 of the rule page's section 4, [0.1.7] item 7 of its section 0.1, [F11] fact 11 of its section 1.
"""

from pod_envs.core.jit import Record, helper

from .state import DOWN, KINDS, NUMBERS, PODS


@helper
def ones(bits: int) -> int:
    """Number of slots in a bit set."""
    count = 0
    while bits:
        bits &= bits - 1
        count += 1
    return count


@helper
def is_available(s: Record, v: Record, seat: int, slot: int) -> bool:
    """Whether a card lies there and no other covers it [F5]."""
    filled = s.filled[seat]
    return (filled >> slot) & 1 == 1 and filled & v.above[slot] == 0  # type: ignore[no-any-return]


@helper
def lay(s: Record, seat: int, slot: int, kind: int) -> None:
    """A card lies in an empty slot, face-up unless `kind` is DOWN."""
    s.card[seat, slot] = kind
    s.filled[seat] |= 1 << slot
    if kind == DOWN:
        s.down[seat] |= 1 << slot


@helper
def lift(s: Record, seat: int, slot: int) -> int:
    """Take a card out of its slot: its kind, or DOWN."""
    kind = s.card[seat, slot]
    s.card[seat, slot] = 0
    s.filled[seat] &= ~(1 << slot)
    s.down[seat] &= ~(1 << slot)
    return kind  # type: ignore[no-any-return]


@helper
def first_gap(v: Record, gaps: int) -> int:
    """The first slot of a bit set in refill order."""
    place = 0
    while (gaps >> v.order[place]) & 1 == 0:
        place += 1
    return v.order[place]  # type: ignore[no-any-return]


@helper
def reveal(s: Record, kind: int) -> None:
    """A card of that kind has become known [0.1.5]."""
    s.unseen[kind] -= 1
    s.hidden -= 1


@helper
def exchange(s: Record, seat: int, slot: int, other: int, place: int) -> None:
    """Two cards change places and keep their orientation [R33]."""
    mine = lift(s, seat, slot)
    theirs = lift(s, other, place)
    lay(s, seat, slot, theirs)
    lay(s, other, place, mine)


# Pods -----------------------------------------------------------------------------------------------------------------


@helper
def open_pod(s: Record) -> int:
    """One more pod, empty, behind the others [0.1.6]."""
    s.pods += 1
    return s.pods - 1  # type: ignore[no-any-return]


@helper
def clear_pod(s: Record, pod: int) -> None:
    """No card on it."""
    s.pile[pod] = 0
    s.top[pod] = 0
    s.beat[pod] = 0
    for kind in range(KINDS):
        s.held[pod, kind] = 0


@helper
def remove_pod(s: Record, pod: int) -> None:
    """A pod leaves with what lies on it; the later ones move down by one [0.1.6]."""
    last = s.pods - 1
    for place in range(pod, last):
        s.pile[place] = s.pile[place + 1]
        s.top[place] = s.top[place + 1]
        s.beat[place] = s.beat[place + 1]
        for kind in range(KINDS):
            s.held[place, kind] = s.held[place + 1, kind]
    clear_pod(s, last)
    s.pods = last


@helper
def stack(s: Record, v: Record, pod: int, kind: int) -> None:
    """A card on top of a pod: a number is to be beaten, a special has none [R9]."""
    s.held[pod, kind] += 1
    s.pile[pod] += 1
    s.top[pod] = kind
    if kind <= NUMBERS:
        s.beat[pod] = kind
    elif v.sees_through == 0:
        s.beat[pod] = 0


@helper
def jams(s: Record, pod: int, kind: int) -> bool:
    """Whether a card is a number lower than the one to beat [F6, F11, R10]."""
    return kind <= NUMBERS and kind < s.beat[pod]


@helper
def clear_table(s: Record, v: Record) -> None:
    """Empty stashes, one empty pod, the whole deck unseen."""
    for seat in range(v.num_players):
        s.filled[seat] = 0
        s.down[seat] = 0
        s.keycards[seat] = v.keycards
        s.stunned[seat] = 0
        for slot in range(v.slots):
            s.card[seat, slot] = 0
    for pod in range(PODS):
        clear_pod(s, pod)
    s.pods = 1
    s.hidden = v.deck_size
    for kind in range(KINDS):
        s.unseen[kind] = v.copies[kind]
