import{n as e}from"./errors.js";import{a as t,s as n}from"./escape.js";function noticeSummary(e){return`### Interlinear\n\n${n(e)}\n`}function refusalSummary(e){return e.map(e=>`> \u26a0 ${t(e)}\n`).join(`
`)}function failureSummary(r){let i=r instanceof Error?r.message:String(r),{code:a,hint:o}=r instanceof e?r:{code:`unexpected`,hint:void 0};return[`### Interlinear: failed`,`**${n(a)}**`,...i.split(`
`).map(e=>t(e)),...o===void 0?[]:[t(o)]].join(`

`).concat(`
`)}export{noticeSummary as n,refusalSummary as r,failureSummary as t};