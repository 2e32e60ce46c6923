"""The dice pool and the open cards: what shows, what can be paid, what the boat blocks.  Part of the rules, pure.

[R18] cites ruling 18 of the rule page's section 3.
"""

from pod_envs.core.jit import Record, helper

from .state import DICE, NOTHING, RESOURCES

ALL, ANY, PRESENCE, NONE = range(4)  # rules of how the boat blocks


@helper
def lowest_die(s: Record, kind: int) -> int:
    """The lowest dice slot that shows a resource, -1 if none does."""
    for slot in range(DICE):
        if s.dice[slot] == kind:
            return slot
    return NOTHING


@helper
def shows(s: Record, kind: int) -> bool:
    """Whether a die in the pool shows a resource."""
    return lowest_die(s, kind) != NOTHING


@helper
def is_payable(s: Record, v: Record, seat: int, card: int) -> bool:
    """Whether a seat has the exact cost [R26]."""
    for k in range(RESOURCES):
        if s.tokens[seat, k] < v.cost[card, k]:
            return False
    return True


@helper
def is_blocked(s: Record, v: Record, card: int) -> bool:
    """Whether the boat keeps a card from being claimed [R2, R25]."""
    here = 1 << s.order[s.boat // v.spaces]
    if v.block_rule == ALL:
        return v.oceans[card] & ~here == 0  # type: ignore[no-any-return]
    if v.block_rule == ANY:
        return v.oceans[card] & here != 0  # type: ignore[no-any-return]
    return v.block_rule == PRESENCE and v.oceans[card] & here == 0  # type: ignore[no-any-return]


@helper
def can_claim(s: Record, v: Record, slot: int) -> bool:
    """Whether the seat whose turn it is may claim the card in an open slot."""
    card = s.offer[slot]
    return card != NOTHING and is_payable(s, v, s.active, card) and not is_blocked(s, v, card)
