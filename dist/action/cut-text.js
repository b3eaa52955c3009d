const e=`

\u2026 (cut: the forge takes no longer text)
`;function cutText(t,n){let r=Buffer.from(t);if(r.length<=n)return t;let i=Math.max(n-Buffer.byteLength(e),0);for(;((r[i]??0)&192)==128;)--i;let a=r.toString(`utf8`,0,i),o=a.lastIndexOf(`
`);return`${o>a.length/2?a.slice(0,o):a}${e}`}function cutLine(e,t){let n=e.replace(/\s+/g,` `).trim();return n.length<=t?n:`${n.slice(0,t-1).replace(/[\ud800-\udbff]$/,``).trimEnd()}\u2026`}export{cutText as n,cutLine as t};