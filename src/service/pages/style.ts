/** The look of all pages: system fonts, one accent colour, light and dark by the reader's setting. */
export const style = `
:root {
  color-scheme: light dark;
  --ground: light-dark(#fbfbf9, #14161a);
  --card: light-dark(#ffffff, #1b1e24);
  --ink: light-dark(#1c2127, #e4e6ea);
  --soft: light-dark(#5c6670, #9aa3ad);
  --line: light-dark(#e3e4df, #2c313a);
  --accent: light-dark(#0b6b5e, #5cc8b5);
  --wash: light-dark(#eef5f3, #1d2b2b);
  --get: light-dark(#1d5fa8, #7fb6f0);
  --post: light-dark(#1f7a3a, #75cf8e);
  --put: light-dark(#8a5a00, #e0b45c);
  --delete: light-dark(#b3261e, #f0938c);
  --mono: ui-monospace, "SF Mono", "Cascadia Code", "DejaVu Sans Mono", Menlo, Consolas, monospace;
}
* { box-sizing: border-box; }
html { scroll-padding-top: 4.5rem; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
a { color: var(--accent); text-decoration-thickness: 1px; text-underline-offset: 3px; }
a:hover { text-decoration-thickness: 2px; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 3px; }
code, pre, .path { font-family: var(--mono); font-size: .875em; }
h1 { font-size: 1.6rem; line-height: 1.25; font-weight: 650; letter-spacing: -.012em; margin: 0 0 .35rem; text-wrap: balance; }
h2 { font-size: 1.2rem; line-height: 1.3; font-weight: 650; margin: 2.4rem 0 .8rem; }
h3 { font-size: 1rem; font-weight: 650; margin: 1.4rem 0 .4rem; }
p { margin: .4rem 0 .8rem; max-width: 70ch; }
.soft { color: var(--soft); }
.bar { position: sticky; top: 0; z-index: 2; display: flex; flex-wrap: wrap; gap: .35rem 1.1rem; align-items: center; padding: .65rem 1.5rem; background: var(--card); border-bottom: 1px solid var(--line); }
.bar > a { text-decoration: none; }
.bar > a:not(.brand) { font-size: .9rem; }
.brand { font-weight: 700; letter-spacing: -.01em; color: var(--ink); }
.crumbs { flex: 1 1 auto; min-width: 0; overflow-wrap: anywhere; font-size: .9rem; }
.crumbs a { text-decoration: none; }
.crumbs span { color: var(--line); padding: 0 .4em; }
.token { display: flex; gap: .4rem; align-items: center; font-size: .85rem; color: var(--soft); }
main { max-width: 68rem; margin: 0 auto; padding: 2rem 1.5rem 5rem; }
main.wide { max-width: 88rem; }
.path { color: var(--soft); overflow-wrap: anywhere; font-size: .9rem; }
.method { display: inline-block; min-width: 4.3em; font: 650 .75rem/1.4 var(--mono); letter-spacing: .03em; color: var(--get); }
.method.post { color: var(--post); } .method.put, .method.patch { color: var(--put); } .method.delete { color: var(--delete); }
.facts { display: flex; flex-wrap: wrap; gap: .3rem 1.4rem; margin: 1rem 0; font-size: .9rem; color: var(--soft); }
.facts b { color: var(--ink); font-weight: 600; }
.pages { display: flex; gap: 1.2rem; align-items: baseline; margin: 1rem 0 .6rem; font-size: .9rem; }
.json { margin: 0; padding: 1.1rem 1.3rem; overflow-x: auto; background: var(--card); border: 1px solid var(--line); border-radius: 10px; line-height: 1.6; tab-size: 2; white-space: pre-wrap; overflow-wrap: anywhere; }
.json b { font-weight: 500; color: var(--soft); }
.json i { font-style: normal; color: var(--put); }
.json u { text-decoration: none; color: var(--get); }
.card, details.try { background: var(--card); border: 1px solid var(--line); border-radius: 10px; margin: .6rem 0; }
details.try > summary { padding: .7rem 1.1rem; cursor: pointer; list-style-position: inside; }
details.try[open] > summary { border-bottom: 1px solid var(--line); }
form.try { padding: 1rem 1.1rem 1.2rem; }
.fields { display: grid; grid-template-columns: repeat(auto-fill, minmax(15rem, 1fr)); gap: .7rem 1.2rem; margin-bottom: 1rem; }
label { display: block; font-size: .85rem; }
label > span { display: flex; justify-content: space-between; gap: .6rem; font-family: var(--mono); font-size: .8rem; margin-bottom: .15rem; }
label em { font-style: normal; font-family: system-ui, sans-serif; color: var(--soft); white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
input, select, textarea, button { font: inherit; font-size: .9rem; color: inherit; background: var(--ground); border: 1px solid var(--line); border-radius: 6px; padding: .3rem .55rem; }
label input, label select { width: 100%; }
button { background: var(--accent); border-color: var(--accent); color: var(--card); font-weight: 600; padding: .35rem 1rem; cursor: pointer; }
button.delete { background: var(--delete); border-color: var(--delete); }
.table { overflow-x: auto; margin: .6rem 0 1.2rem; }
table { border-collapse: collapse; width: 100%; font-size: .92rem; font-variant-numeric: tabular-nums; }
th { text-align: left; font-weight: 600; color: var(--soft); font-size: .8rem; padding: .3rem 1.2rem .3rem 0; border-bottom: 1px solid var(--line); white-space: nowrap; }
td { padding: .45rem 1.2rem .45rem 0; border-bottom: 1px solid var(--line); vertical-align: top; overflow-wrap: anywhere; }
td:first-child code { white-space: nowrap; }
th.number, td.number { text-align: right; white-space: nowrap; }
th:last-child, td:last-child { padding-right: 0; }
.progress th:first-child { width: 30%; }
tr:last-child td { border-bottom: 0; }
.percent { white-space: nowrap; }
.share { display: inline-block; vertical-align: middle; width: 9rem; height: .5rem; border-radius: .25rem; background: var(--line); overflow: hidden; }
.share rect { fill: var(--accent); } .share .fuzzy { fill: var(--put); }
.sides { display: grid; grid-template-columns: 15rem minmax(0, 1fr); gap: 3rem; }
.index { position: sticky; top: 4.5rem; align-self: start; max-height: calc(100vh - 6rem); overflow-y: auto; font-size: .88rem; scrollbar-width: thin; }
.index ul { list-style: none; margin: 0; padding: 0; }
.index a { display: block; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; padding: .16rem 0; text-decoration: none; color: var(--ink); }
.index > ul > li > a { font-weight: 600; margin-top: .6rem; }
.index a:hover { color: var(--accent); }
.index li li a { padding-left: .8rem; color: var(--soft); }
.operation { padding: 1rem 1.3rem 1.1rem; margin: .9rem 0; background: var(--card); border: 1px solid var(--line); border-radius: 10px; }
.operation h3 { margin: 0 0 .2rem; font-size: 1rem; display: flex; gap: .4rem; align-items: baseline; flex-wrap: wrap; }
.operation h3 a { color: inherit; text-decoration: none; font-weight: 550; font-size: .92rem; overflow-wrap: anywhere; }
.operation > h4:first-child { margin-top: 0; }
.operation h4 { margin: 1rem 0 .1rem; font-size: .8rem; color: var(--soft); font-weight: 600; }
.operation p { margin: .1rem 0 .3rem; }
.operation td:first-child { white-space: nowrap; width: 1%; }
.operation table { font-size: .87rem; } .operation details > summary { cursor: pointer; color: var(--soft); font-size: .87rem; margin-top: .6rem; }
.old { text-decoration: line-through; }
.texts { white-space: pre-wrap; }
@media (max-width: 60rem) { .sides { display: block; } .index { position: static; max-height: 14rem; margin-bottom: 2rem; padding: .8rem 1rem; background: var(--card); border: 1px solid var(--line); border-radius: 10px; } }
@media (max-width: 40rem) { main { padding: 1.2rem 1rem 4rem; } .bar { padding: .6rem 1rem; } .token input { width: 8rem; } .share { width: 4rem; } td, th { padding-right: .8rem; } }
@media print { .bar, .token, details.try { display: none; } }
`;
