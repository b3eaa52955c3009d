/** What pages are made of: tables, states, tiles, cells, forms. */
export const contentStyle = `
.table { overflow-x: auto; margin: 0 0 1rem; }
table { border-collapse: collapse; width: 100%; font-size: .92rem; font-variant-numeric: tabular-nums; }
caption { text-align: start; font-weight: 640; padding-bottom: .6rem; }
th { text-align: start; font-weight: 600; color: var(--soft); font-size: .82rem; white-space: nowrap; vertical-align: bottom; }
th, td { padding: .5rem 1.1rem .5rem 0; border-bottom: 1px solid var(--line); }
td, tbody th { vertical-align: top; overflow-wrap: break-word; min-width: 4.5rem; }
tbody th { font-weight: 560; color: var(--ink); font-size: inherit; white-space: normal; min-width: 8rem; }
th:last-child, td:last-child { padding-right: 0; }
tbody tr:last-child > * { border-bottom: 0; }
tbody tr:hover > * { background: color-mix(in srgb, var(--wash) 45%, transparent); }
th.number, td.number { text-align: end; white-space: nowrap; min-width: 3rem; }
td.act { text-align: end; white-space: nowrap; }
td.act form { display: inline; }
thead th a { color: inherit; text-decoration: none; }
thead th a:hover { text-decoration: underline; }
tbody th small { font-weight: 400; }
th[aria-sort] a { color: var(--accent); }
.nowrap { white-space: nowrap; }
.state { display: inline-flex; gap: .4em; align-items: baseline; white-space: nowrap; padding: .05rem .55rem; border-radius: 1em; font-size: .85rem; font-weight: 560; }
.state .symbol { font-weight: 700; }
.good.state, .cell.good { color: var(--good); background: var(--good-wash); }
.attention.state, .cell.attention { color: var(--attention); background: var(--attention-wash); }
.bad.state, .cell.bad { color: var(--bad); background: var(--bad-wash); }
.busy.state { color: var(--busy); background: var(--busy-wash); }
.quiet.state, .cell.quiet { color: var(--soft); background: var(--quiet-wash); }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 7.6rem), 1fr)); gap: .8rem; margin: 0 0 1.25rem; padding: 0; list-style: none; }
.tile { display: block; height: 100%; padding: .85rem 1.1rem .95rem; background: var(--card); border: 1px solid var(--line); border-radius: 12px; color: inherit; text-decoration: none; }
a.tile:hover { border-color: var(--accent); }
.tile .label { display: block; font-size: .85rem; color: var(--soft); }
.tile b { display: block; font-size: 1.55rem; line-height: 1.3; font-weight: 640; letter-spacing: -.02em; font-variant-numeric: tabular-nums; }
.tile .more { display: block; font-size: .85rem; color: var(--soft); }
.tile .more.bad { color: var(--bad); } .tile .more.good { color: var(--good); } .tile .more.attention { color: var(--attention); }
.verdict { display: flex; gap: 1.1rem; align-items: center; }
.verdict .mark { flex: none; display: grid; place-items: center; width: 3.1rem; height: 3.1rem; border-radius: 50%; font-size: 1.5rem; font-weight: 700; }
.mark.good { color: var(--good); background: var(--good-wash); } .mark.attention { color: var(--attention); background: var(--attention-wash); } .mark.bad { color: var(--bad); background: var(--bad-wash); } .mark.quiet { color: var(--soft); background: var(--quiet-wash); }
.grid { margin: 0; padding: 0; list-style: none; }
.grid > li { display: grid; grid-template-columns: minmax(10rem, 15rem) minmax(0, 1fr); gap: .5rem 1.2rem; padding: .8rem 0; border-bottom: 1px solid var(--line); }
.grid > li:first-child { padding-top: 0; } .grid > li:last-child { border-bottom: 0; padding-bottom: 0; }
.grid .who { overflow-wrap: anywhere; } .grid .who > a { font-weight: 580; }
.grid .who p { margin: .15rem 0 0; font-size: .85rem; color: var(--soft); }
.cells { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 12.5rem), 1fr)); gap: .45rem; margin: 0; padding: 0; list-style: none; }
.cell { display: grid; grid-template-columns: 1.2rem minmax(0, 1fr); gap: 0 .35rem; padding: .4rem .7rem .45rem; border-radius: 8px; text-decoration: none; font-size: .85rem; line-height: 1.4; border: 1px solid transparent; }
a.cell:hover { border-color: currentColor; }
.cell b { font-weight: 600; color: var(--ink); overflow-wrap: anywhere; } .cell .symbol { font-weight: 700; } .cell small { grid-column: 2; font-size: .82rem; }
.problems { margin: 0; padding: 0; list-style: none; }
.problems > li { display: grid; grid-template-columns: 6.2rem minmax(0, 1fr); gap: .2rem .8rem; align-items: start; padding: .6rem 0; border-bottom: 1px solid var(--line); }
.problems .state { justify-self: start; }
.problems a { overflow-wrap: anywhere; }
.problems > li:first-child { padding-top: 0; } .problems > li:last-child { border-bottom: 0; padding-bottom: 0; }
.problems p { margin: .25rem 0 0; }
.plain-list { margin: 0; padding: 0; list-style: none; } .plain-list > li { padding: .3rem 0; }
.facts { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .35rem 1.4rem; margin: 0 0 1rem; } .facts dt { color: var(--soft); } .facts dd { margin: 0; overflow-wrap: anywhere; }
.filter { display: flex; flex-wrap: wrap; gap: .6rem .8rem; align-items: flex-end; margin: 0 0 1.1rem; }
.variables code { display: inline-block; margin: 0 .3rem .3rem 0; }
.budget { margin-bottom: 1rem; } .budget p { margin: 0 0 .2rem; }
.last-mail { margin-top: 1rem; }
.cards td.compared { min-width: 8rem; }
.filter label { display: grid; gap: .2rem; font-size: .82rem; color: var(--soft); min-width: 0; } .filter input[type="search"] { width: 15rem; }
.pages { display: flex; flex-wrap: wrap; gap: .4rem 1.2rem; align-items: baseline; justify-content: space-between; font-size: .9rem; } .pages p { margin: 0; color: var(--soft); } .pages span { display: flex; gap: 1rem; }
.tabs { display: flex; flex-wrap: wrap; gap: .3rem; margin: 0 0 1.25rem; padding: 0; list-style: none; } .tabs a { display: block; padding: .3rem .85rem; border-radius: 8px; text-decoration: none; border: 1px solid var(--line); background: var(--card); color: var(--ink); font-size: .9rem; } .tabs a[aria-current] { border-color: var(--accent); background: var(--wash); color: var(--accent); font-weight: 600; }
.field { margin: 0 0 1.05rem; } .field > label, .field > .label { display: block; font-weight: 580; font-size: .92rem; margin-bottom: .25rem; }
.field .hint { margin: .3rem 0 0; font-size: .86rem; color: var(--soft); } .field .problem { margin: .3rem 0 0; font-size: .88rem; font-weight: 580; color: var(--bad); }
.field input:not([type="checkbox"], [type="radio"], [type="number"]), .field select { width: 100%; } .field input[type="number"] { width: 10rem; }
.field.check > label { display: flex; gap: .55rem; align-items: center; margin: 0; }
.fields { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 17rem), 1fr)); gap: 0 1.4rem; max-width: 62rem; }
fieldset { border: 0; margin: 0 0 1rem; padding: 0; min-width: 0; } legend { padding: 0; font-weight: 640; margin-bottom: .7rem; }
.narrow { max-width: 36rem; }
.sides { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 1.25rem; align-items: start; }
.preview { min-height: 10rem; padding: 1.1rem 1.3rem; background: var(--ground); border: 1px solid var(--line); border-radius: 10px; overflow-x: auto; overflow-wrap: anywhere; } .preview.text { white-space: pre-wrap; font-family: var(--mono); font-size: .88rem; }
.prose { overflow-wrap: anywhere; } .prose h1 { font-size: 1.2rem; } .prose h2, .prose h3 { font-size: 1.02rem; margin: 1.2rem 0 .5rem; } .prose table { width: auto; } .prose th.right, .prose td.right { text-align: end; white-space: nowrap; } .prose blockquote { margin: .8rem 0; padding-left: 1rem; border-left: 3px solid var(--line); } .prose sub { vertical-align: baseline; color: var(--soft); }
.progress { margin: .4rem 0 0; } progress { width: 100%; height: .6rem; border: 0; border-radius: 1rem; background: var(--quiet-wash); overflow: hidden; appearance: none; display: block; } progress::-webkit-progress-bar { background: var(--quiet-wash); } progress::-webkit-progress-value { background: var(--accent); } progress::-moz-progress-bar { background: var(--accent); }
.progress p { margin: .35rem 0 0; font-size: .9rem; color: var(--soft); }
.hit { padding: .75rem 0; border-bottom: 1px solid var(--line); } .hit:last-child { border: 0; } .hit p { margin: .1rem 0 0; color: var(--soft); font-size: .9rem; overflow-wrap: anywhere; }
.kind { display: inline-block; min-width: 6.2rem; font-size: .82rem; color: var(--soft); }
@media (max-width: 56rem) { .sides { grid-template-columns: minmax(0, 1fr); } }
@media (max-width: 44rem) {
  .problems > li { grid-template-columns: minmax(0, 1fr); }
  .grid > li { grid-template-columns: minmax(0, 1fr); }
  .filter > * { flex: 1 1 8rem; } .filter label > * { width: 100%; } .filter input[type="search"] { width: 100%; }
  .cards thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .cards, .cards tbody, .cards tr, .cards td, .cards tbody th { display: block; width: auto; min-width: 0; text-align: start; white-space: normal; border: 0; padding: .12rem 0; }
  .cards tr { padding: .75rem 0; border-bottom: 1px solid var(--line); } .cards tbody tr:last-child { border: 0; }
  .cards td[data-label]::before { content: attr(data-label) "  "; color: var(--soft); font-size: .85rem; } .cards td:empty { display: none; }
  .facts { grid-template-columns: minmax(0, 1fr); gap: 0; } .facts dd { margin-bottom: .5rem; }
}
`;
