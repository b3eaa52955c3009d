/** Charts: SVG without a colour of its own. */
export const chartStyle = `
svg { display: block; overflow: visible; }
.empty svg { margin-inline: auto; }
.brand svg, .legend svg { display: inline-block; vertical-align: middle; }
.chart th.wide { width: 22%; min-width: 9rem; } .chart th.medium { width: 17%; min-width: 9rem; white-space: normal; } .chart th.names { width: 27%; min-width: 9rem; } .chart td { vertical-align: middle; } .chart tbody th { vertical-align: middle; } .chart th.medium .soft { font-weight: 400; }
.chart .name { overflow-wrap: anywhere; }
.bar { margin-block: .15rem; } .track { fill: var(--quiet-wash); } .bar .fill { fill: var(--accent); } .bar.bad .fill { fill: var(--bad); } .bar.longest .fill { fill: var(--attention); }
.spread .track { stroke: var(--line); stroke-width: 1; } .spread .range { stroke: var(--accent); stroke-width: 3; } .spread .p50 { fill: var(--accent); } .spread .p95 { stroke: var(--accent); stroke-width: 2.5; }
.waterfall .track { fill: none; } .waterfall th.wide { width: 42%; }
.lines { margin: 0; } .lines figcaption { display: flex; flex-wrap: wrap; gap: .1rem 1.2rem; align-items: baseline; margin-bottom: .4rem; } .lines h2 { margin: 0; font-size: .95rem; } .legend { margin: 0; font-size: .87rem; } .legend b { font-variant-numeric: tabular-nums; }
.line { fill: none; stroke-width: 1.8; stroke-linejoin: round; stroke-linecap: round; } .line-0 { stroke: var(--accent); } .line-1 { stroke: var(--attention); } .line-2 { stroke: var(--busy); }
line.line-1, path.line-1 { stroke-dasharray: 6 4; } line.line-2, path.line-2 { stroke-dasharray: 2 4; }
line.grid { stroke: var(--line); stroke-width: 1; } text.scale { paint-order: stroke; stroke: var(--card); stroke-width: 4px; stroke-linejoin: round; fill: var(--soft); font-size: 11px; font-variant-numeric: tabular-nums; }
.charts { margin-bottom: 1.25rem; display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 28rem), 1fr)); gap: 1.25rem; } .charts .card { margin: 0; }
`;
