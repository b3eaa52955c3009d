/** What stands around every page: the bar at its top, the menu at its side, the boxes in it. */
export const frameStyle = `
.top { position: sticky; top: 0; z-index: 5; display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; padding: .6rem 1.5rem; background: var(--card); border-bottom: 1px solid var(--line); }
.brand { display: inline-flex; align-items: center; gap: .55rem; font-weight: 700; letter-spacing: -.01em; color: var(--ink); text-decoration: none; }
.brand svg { color: var(--accent); }
.brand .soft { font-weight: 500; }
.find { flex: 1 1 14rem; display: flex; justify-content: flex-end; gap: .4rem; }
.find input { width: min(24rem, 100%); min-width: 0; background: var(--ground); }
.account { display: flex; gap: .8rem; align-items: center; font-size: .92rem; }
.account form { display: flex; gap: .3rem; align-items: center; }
.account select { padding: .3rem .4rem; font-size: .88rem; }
.menu-button { display: none; }
.frame { display: grid; grid-template-columns: 13.5rem minmax(0, 1fr); max-width: 92rem; margin: 0 auto; }
.menu { display: block; position: sticky; inset: auto; top: 3.6rem; align-self: start; width: auto; height: auto; max-height: calc(100vh - 3.6rem); overflow-y: auto; margin: 0; padding: 1.6rem .8rem 2rem 1.5rem; border: 0; background: none; color: inherit; }
.menu ul { list-style: none; margin: 0 0 1.3rem; padding: 0; }
.menu h2 { margin: 0 0 .35rem; padding: 0 .75rem; font-size: .75rem; font-weight: 600; color: var(--soft); }
.menu li a { display: flex; justify-content: space-between; gap: .5rem; padding: .36rem .75rem; border-radius: 8px; color: var(--ink); text-decoration: none; font-size: .93rem; }
.menu li a:hover { background: var(--quiet-wash); }
.menu li a[aria-current="page"] { background: var(--wash); color: var(--accent); font-weight: 620; }
main { min-width: 0; padding: 1.9rem 1.75rem 5rem; }
main:focus { outline: none; }
.head { display: flex; flex-wrap: wrap; gap: .6rem 1.2rem; align-items: flex-start; justify-content: space-between; margin-bottom: 1.4rem; }
.head > div:first-child { min-width: 0; flex: 1 1 20rem; }
.head p { margin: 0; color: var(--soft); }
.crumb { font-size: .88rem; margin: 0 0 .3rem; }
.actions { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; }
.actions form { display: contents; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: 1.25rem 1.4rem 1.35rem; margin: 0 0 1.25rem; min-width: 0; }
.card > :last-child { margin-bottom: 0; }
.card > .table:last-child { margin-bottom: -.35rem; }
.card-head { display: flex; flex-wrap: wrap; gap: .3rem 1rem; justify-content: space-between; align-items: baseline; }
.card-head > a { font-size: .9rem; }
.columns { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 25rem), 1fr)); gap: 0 1.25rem; align-items: start; }
.flash { display: flex; gap: .7rem; align-items: baseline; padding: .75rem 1.1rem; margin: 0 0 1.25rem; border: 1px solid; border-radius: 10px; background: var(--good-wash); color: var(--good); font-weight: 560; }
.flash.bad { background: var(--bad-wash); color: var(--bad); }
.flash.attention { background: var(--attention-wash); color: var(--attention); }
.flash p { margin: 0; }
.verdict h2, .verdict p { margin: 0; }
.verdict h2 { font-size: 1.3rem; }
.empty { text-align: center; padding: 2.6rem 1rem; }
.empty p { margin: .3rem auto 1rem; color: var(--soft); }
.empty svg { color: var(--edge); margin-bottom: .6rem; }
.lone { display: grid; min-height: 100vh; place-items: center; padding: 1.5rem 1rem; }
.lone main { width: 100%; max-width: 25rem; padding: 0; }
.lone .brand { font-size: 1.15rem; margin-bottom: 1.3rem; }
.lone h1 { margin-bottom: .9rem; }
.lone .card { padding: 1.75rem 1.75rem 1.9rem; margin: 0; box-shadow: 0 1px 2px rgb(0 0 0 / .05), 0 12px 32px -12px rgb(0 0 0 / .14); }
.lone .card input:not([type="checkbox"]) { width: 100%; }
.lone button { width: 100%; }
.lone .foot { margin-top: 1rem; font-size: .9rem; text-align: center; }
@media (max-width: 56rem) {
  .frame { display: block; }
  .top { padding: .55rem 1rem; }
  .find { order: 3; flex-basis: 100%; }
  .find input { width: 100%; flex: 1; }
  .account { margin-left: auto; }
  .account .name { display: none; } .account { gap: .4rem; } .account button, .menu-button { padding: .4rem .7rem; }
  .menu-button { display: inline-block; }
  .menu { display: none; position: fixed; top: 0; left: 0; bottom: 0; width: min(17rem, 85vw); max-height: none; height: 100%; padding: 1.2rem .8rem 2rem; background: var(--card); border-right: 1px solid var(--line); box-shadow: 0 0 40px rgb(0 0 0 / .25); }
  .menu:popover-open { display: block; }
  .menu::backdrop { background: rgb(0 0 0 / .35); }
  main { padding: 1.3rem 1rem 4rem; }
  .card { padding: 1.05rem 1rem 1.1rem; }
}
@media (max-width: 26rem) { .top .brand > span { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; } .find button { padding: .4rem .7rem; } }
@media print { .top, .menu, .actions { display: none; } .frame { display: block; } }
`;
