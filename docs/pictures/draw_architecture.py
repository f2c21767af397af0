"""Draws docs/architecture.svg: ``python docs/pictures/draw_architecture.py``."""

from __future__ import annotations

from pathlib import Path

TARGET = Path(__file__).parent.parent / "architecture.svg"

FLOORS = [
    ("cli", "the commands of ddz"),
    ("adapters   bench   web", "other libraries · figures · a table in the browser"),
    ("arena", "matches of many deals"),
    ("agents", "players"),
    ("analysis", "simulation, rollouts, open cards, appraisal, hints"),
    ("svg", "pictures of cards and tables"),
    ("game", "one deal from the first bid to the last card, matches, records"),
    ("_core", "compiled modules and their stubs"),
    ("table   rules   refusals   reference", "immutable values, and what is right"),
    ("errors   kinds   arguments", "what everybody needs"),
]
ROOMS = [
    ("adapters", "RLCard, DouZero, move ids"),
    ("players", "greedy play, hidden worlds, rollouts, beliefs"),
    ("variants", "two decks, wild cards"),
    ("search", "open cards: who wins"),
    ("play", "deals, the play phase, play-outs, perft"),
    ("cards", "hands, plays, kickers; list, count, pick, read"),
    ("intrinsics.h", "the only file that knows the processor"),
]

STYLE = """<style>
text { font: 13px system-ui, sans-serif; fill: #1c2733; }
.title { font-size: 15px; font-weight: 600; }
.name { font-family: ui-monospace, monospace; font-weight: 600; }
.note { font-size: 11.5px; fill: #4a5a6a; }
.friendly { fill: #e8f1fb; stroke: #7aa5d2; }
.fast { fill: #fdf0e2; stroke: #d2a06a; }
.door { fill: #f2e8fb; stroke: #a07ad2; }
.arrow { stroke: #4a5a6a; stroke-width: 1.4; fill: none; marker-end: url(#tip); }
</style>
<defs><marker id="tip" markerWidth="8" markerHeight="8" refX="6" refY="3" orient="auto">
<path d="M0,0 L6,3 L0,6 z" fill="#4a5a6a"/></marker></defs>"""


def box(kind: str, x: int, y: int, width: int, name: str, note: str) -> str:
    return (
        f'<rect class="{kind}" x="{x}" y="{y}" width="{width}" height="40" rx="5"/>'
        f'<text class="name" x="{x + 12}" y="{y + 17}">{name}</text>'
        f'<text class="note" x="{x + 12}" y="{y + 32}">{note}</text>'
    )


def picture() -> str:
    step, left, right, width = 48, 20, 520, 400
    parts = [
        f'<text class="title" x="{left}" y="28">ddz_core/: what people import</text>',
        f'<text class="title" x="{right}" y="28">src/: Cython kernels, no GIL</text>',
    ]
    for i, (name, note) in enumerate(FLOORS):
        kind = "door" if name == "_core" else "friendly"
        parts.append(box(kind, left, 44 + step * i, width, name, note))
    core = 44 + step * [name for name, _ in FLOORS].index("_core")
    parts.append(box("door", right, core, width, "door", "the .pyx files: what Python sees"))
    parts.append(f'<path class="arrow" d="M{left + width},{core + 20} H{right - 6}"/>')
    for i, (name, note) in enumerate(ROOMS):
        y = 44 + step * i
        parts.append(box("fast", right, y, width, name, note))
    side = right + width + 22
    parts.append(
        f'<path class="arrow" d="M{right + width},{core + 20} H{side} V{64} H{right + width + 6}"/>'
    )
    foot = 44 + step * len(FLOORS) + 14
    parts.append(
        f'<text class="note" x="{left}" y="{foot}">A room may use those below it, and none '
        "above it. The door calls the kernels through one table of functions.</text>"
    )
    body = "\n".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 970 {foot + 16}" role="img" '
        'aria-label="The rooms of ddz_core, and which may use which">'
        f'<rect width="970" height="{foot + 16}" fill="#ffffff"/>\n{STYLE}\n{body}\n</svg>\n'
    )


if __name__ == "__main__":
    TARGET.write_text(picture())
