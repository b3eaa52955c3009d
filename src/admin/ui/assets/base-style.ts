/** Colours, type and what every element looks like. One accent colour; the others are states. */
export const baseStyle = `
:root {
  color-scheme: light dark;
  --ground: light-dark(#f7f8f7, #111417);
  --card: light-dark(#ffffff, #191d21);
  --ink: light-dark(#1b2126, #e6e9ec);
  --soft: light-dark(#56616b, #a0a9b3);
  --line: light-dark(#e1e5e4, #2b3138);
  --edge: light-dark(#838d96, #6d7883);
  --accent: light-dark(#0b6b5e, #5cc8b5);
  --on-accent: light-dark(#ffffff, #08211d);
  --wash: light-dark(#e7f2f0, #1a2c2a);
  --good: light-dark(#1b6e37, #74cc8d);
  --good-wash: light-dark(#e6f4ea, #16281c);
  --attention: light-dark(#845400, #e5b75c);
  --attention-wash: light-dark(#fdf3dd, #2c2413);
  --bad: light-dark(#b02018, #f4978f);
  --bad-wash: light-dark(#fdeceb, #331a19);
  --busy: light-dark(#1a5ca3, #84bbf3);
  --busy-wash: light-dark(#e6f0fb, #16263a);
  --quiet-wash: light-dark(#eef0f1, #23282e);
  --mono: ui-monospace, "SF Mono", "Cascadia Code", "DejaVu Sans Mono", Menlo, Consolas, monospace;
}
:root[data-theme="light"] { color-scheme: light; }
:root[data-theme="dark"] { color-scheme: dark; }
*, ::before, ::after { box-sizing: border-box; }
html { scroll-padding-top: 5rem; -webkit-text-size-adjust: 100%; }
body { margin: 0; min-width: 0; background: var(--ground); color: var(--ink); font: 15px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
a { color: var(--accent); text-decoration-thickness: 1px; text-underline-offset: 3px; }
a:hover { text-decoration-thickness: 2px; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
h1 { font-size: 1.65rem; line-height: 1.25; font-weight: 660; letter-spacing: -.015em; margin: 0 0 .3rem; overflow-wrap: anywhere; text-wrap: balance; }
h2 { font-size: 1.1rem; line-height: 1.3; font-weight: 640; margin: 0 0 .9rem; }
h3 { font-size: .95rem; font-weight: 640; margin: 0 0 .2rem; }
p { margin: .3rem 0 .7rem; max-width: 75ch; }
code, pre, .mono { font-family: var(--mono); font-size: .87em; }
code { overflow-wrap: anywhere; }
pre { margin: 0; padding: 1rem 1.2rem; overflow-x: auto; background: var(--ground); border: 1px solid var(--line); border-radius: 10px; line-height: 1.6; }
pre.wrap { white-space: pre-wrap; overflow-wrap: anywhere; }
hr { border: 0; border-top: 1px solid var(--line); margin: 1.5rem 0; }
time { white-space: nowrap; }
.soft { color: var(--soft); }
.bad { color: var(--bad); }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.skip { position: absolute; left: 1rem; top: -4rem; z-index: 10; padding: .6rem 1rem; background: var(--accent); color: var(--on-accent); border-radius: 8px; }
.skip:focus { top: .6rem; }
button, .button { display: inline-block; font: inherit; font-weight: 600; font-size: .92rem; line-height: 1.4; padding: .45rem 1rem; border-radius: 8px; border: 1px solid var(--accent); background: var(--accent); color: var(--on-accent); text-decoration: none; cursor: pointer; white-space: nowrap; }
button:hover, .button:hover { filter: brightness(1.08); }
button.second, .button.second { background: var(--card); color: var(--accent); border-color: var(--edge); }
button.danger { background: var(--card); color: var(--bad); border-color: var(--bad); }
button.plain { background: none; border-color: transparent; color: var(--accent); padding: .2rem .4rem; }
input, select, textarea { font: inherit; font-size: .95rem; color: inherit; background: var(--card); border: 1px solid var(--edge); border-radius: 8px; padding: .45rem .65rem; max-width: 100%; min-height: 2.45rem; }
input[type="checkbox"], input[type="radio"] { width: 1.05rem; height: 1.05rem; min-height: 0; flex: none; margin: 0; accent-color: var(--accent); vertical-align: -.15em; }
textarea { width: 100%; min-height: 8rem; line-height: 1.5; resize: vertical; }
textarea.code { font-family: var(--mono); font-size: .88rem; min-height: 26rem; tab-size: 2; }
[aria-invalid="true"] { border-color: var(--bad); outline-color: var(--bad); }
summary { cursor: pointer; color: var(--accent); padding: .25rem 0; }
details[open] > summary { margin-bottom: .6rem; }
@media (prefers-reduced-motion: no-preference) { button, .button, .cell { transition: filter .12s, border-color .12s; } progress { transition: none; } .state.busy .symbol { animation: pulse 1.6s ease-in-out infinite; } }
@keyframes pulse { 50% { opacity: .35; } }
@media (prefers-contrast: more) { :root { --line: var(--edge); --soft: var(--ink); } }
`;
