"""The style sheet of a page that shows felts: pointer, keyboard, dark and light, four-colour suits."""

DARK = (
    "--felt: #083f29; --shade: #06301f; --rail: #2d1b10; --line: #cfc5a6; --ink: #efe8d2; "
    "--gold: #d2b15f; --red: #9c1f29; --black: #0f1114; --green: #0b5a38;"
)
STYLES = """\
.felt { display: block; width: 100%; height: auto; }
.felt .spot { cursor: pointer; outline: none; }
.felt .later { cursor: default; }
.felt .spot .hit { transition: fill-opacity .12s, stroke-width .12s; }
.felt .spot:not(.later):hover .hit { stroke: var(--focus, #fff3b0); stroke-width: 3; \
filter: brightness(1.25); }
.felt .spot:focus-visible .hit { stroke: var(--focus, #fff3b0); stroke-width: 4; }
.felt .spot .hit[fill="transparent"] { rx: 6px; }
.felt .spot:not(.later):hover .hit[fill="transparent"], .felt .spot:focus-visible .hit[fill="transparent"] \
{ fill: var(--focus, #fff3b0); fill-opacity: .35; }
.felt .closed { cursor: not-allowed; opacity: .72; }
.felt .won .hit { stroke: var(--won, #ffd84d); stroke-width: 4; }
.felt text { pointer-events: none; user-select: none; font-variant-numeric: lining-nums tabular-nums; }
.felt-light { --felt: #157a50; --shade: #116843; --rail: #8a5a34; --line: #fbf3da; --green: #0c6a42; }
.felt-dark { DARK }
@media (prefers-color-scheme: dark) { :root:not(.felt-light) { DARK } }
.four-colour { --suit-d: #1558b0; --suit-c: #1d7a3a; }
@media (prefers-reduced-motion: reduce) { .felt .spot .hit { transition: none; } }
""".replace("DARK", DARK)


def styles() -> str:
    """Return the style sheet. A felt is complete without it."""
    return STYLES
