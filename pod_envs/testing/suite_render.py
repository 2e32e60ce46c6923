"""Pictures: they show the position, change nothing, and need no display."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest import mock

from .freezing import difference, frozen
from .hooks import Env, shown, told
from .play import Tally, spread, turns
from .report import NotApplicable
from .subject import Run

__all__ = ["headless", "render_frames", "render_headless", "without_display"]

SHARE = 0.25  # of the looks at a game: frames
DISPLAYS = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")
WINDOWS = (("pygame.display", "set_mode"), ("tkinter", "Tk"), ("matplotlib.pyplot", "show"))


def drawn(run: Run, mode: str) -> Env:
    """An environment with a render mode; NotApplicable where its function takes none."""
    try:
        return run.env(render_mode=mode)
    except TypeError as error:
        raise NotApplicable(f"its function takes no render_mode ({error})") from None


def headless(run: Run) -> list[str]:
    """The declared render modes without a window, if the function takes them."""
    found = run.modes()
    drawn(run, found[0])
    return found


def render_frames(run: Run) -> None:
    """Frames of one position are equal, those of a game are not all equal, and drawing changes nothing."""
    run.tally.noun = "frames"
    for mode in headless(run):
        for seed in run.seeds[:1]:
            draw_game(run, mode, seed)


def draw_game(run: Run, mode: str, seed: int) -> None:
    """Draw a game, beside one that is not drawn."""
    env, plain, frames, positions = drawn(run, mode), drawn(run, mode), set(), set()
    chosen = spread(run.length(seed), run.some(SHARE))
    for turn, _ in zip(run.turns(env, seed), turns(plain, seed, run.subject.most, Tally()), strict=True):
        run.same(told(env), told(plain), "a game that is drawn differs from one that is not", "the same game")
        if turn.step in chosen and not turn.over:
            frame = frozen(env.render())
            again = difference(frame, frozen(env.render()))
            run.expect(again is None, f"two {mode} frames of one position differ{again}", "equal frames", turn.agent)
            frames.add(frame)
            positions.add(repr(shown(env)))
    if len(positions) > 1:
        seen = f"all {mode} frames of {len(positions)} positions are the same"
        run.expect(len(frames) > 1, seen, "frames that show the position")
    env.close()


def render_headless(run: Run) -> None:
    """Frames are drawn where there is no display, and no window is opened."""
    run.tally.noun = "frames"
    for mode in headless(run):
        with without_display() as opened:
            env = drawn(run, mode)
            for turn in run.turns(env, run.subject.seed):
                if turn.step == run.some(SHARE):
                    break
                frame = env.render()
                run.expect(not opened, f"{mode} calls {opened[:1]}", "a frame without a window", turn.agent)
                run.expect(frame is not None, f"{mode} returns None", "a frame", turn.agent)
            env.close()


@contextmanager
def without_display() -> Iterator[list[str]]:
    """No display is named inside; calls that open windows are refused and listed."""
    opened: list[str] = []

    def refuse(name: str) -> Any:
        def call(*words: Any, **options: Any) -> Any:
            opened.append(name)
            raise RuntimeError(f"{name} opens a window, and there is no display")

        return call

    left = {name: value for name, value in os.environ.items() if name not in DISPLAYS}
    with mock.patch.dict(os.environ, left, clear=True):
        patches = [(sys.modules[module], name) for module, name in WINDOWS if hasattr(sys.modules.get(module), name)]
        started = [mock.patch.object(module, name, refuse(f"{module.__name__}.{name}")) for module, name in patches]
        for patch in started:
            patch.start()
        try:
            yield opened
        finally:
            for patch in started:
                patch.stop()
