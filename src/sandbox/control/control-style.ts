/** What the control page has beyond the look of all pages. */
export const controlStyle = `
main:has(.control) { max-width: 72rem; }
.panels { display: grid; gap: 1.25rem; grid-template-columns: repeat(auto-fit, minmax(min(26rem, 100%), 1fr)); align-items: start; }
.stack-of-panels { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1.25rem; min-width: 0; }
.panels section { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.75rem; padding: 1.1rem 1.25rem; border: 1px solid var(--line); border-radius: 0.9rem; min-width: 0; }
.panels > .wide { grid-column: 1 / -1; }
.panels h2 { margin: 0; font-size: 1.1rem; }
.quiet, small { color: var(--quiet); font-size: 0.875rem; }
.time { font-size: 1.5rem; font-weight: 650; font-variant-numeric: tabular-nums; letter-spacing: -0.01em; }
.row { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: end; }
.grid { display: grid; gap: 0.6rem; grid-template-columns: 1fr 1fr; }
.grid .wide { grid-column: 1 / -1; }
.control label { display: grid; gap: 0.2rem; font-size: 0.875rem; color: var(--quiet); min-width: 0; }
.control select, .control input { width: 100%; height: auto; min-height: 2.5rem; padding: 0.35rem 0.6rem; font: inherit; font-size: 1rem;
  color: var(--ink); background: var(--card); border: 1px solid var(--quiet); border-radius: 0.5rem; }
.control button { flex: 0 1 auto; min-height: 2.5rem; padding: 0.35rem 0.9rem; font-size: 0.95rem; border-radius: 0.5rem;
  background: var(--chosen); color: var(--ink); border: 1px solid var(--accent); }
.control button:hover { background: var(--hover); border-color: var(--ink); }
.list { display: grid; gap: 0; margin: 0; padding: 0; list-style: none; }
.list li { display: flex; gap: 0.75rem; align-items: center; justify-content: space-between; padding: 0.55rem 0; border-top: 1px solid var(--line); }
.list li > span { min-width: 0; overflow-wrap: anywhere; }
.many { grid-template-columns: repeat(auto-fill, minmax(min(26rem, 100%), 1fr)); column-gap: 2rem; }
.list li form { flex: none; }
.list small { display: block; }
.list code { color: var(--quiet); font-size: 0.75rem; }
.scroll { overflow: auto; max-height: 24rem; }
table { width: 100%; border-collapse: collapse; font-size: 0.875rem; }
th { position: sticky; top: 0; background: var(--card); text-align: left; font-weight: 650; }
th, td { padding: 0.35rem 0.75rem 0.35rem 0; border-bottom: 1px solid var(--line); vertical-align: top; font-variant-numeric: tabular-nums; }
th.number, td.number { text-align: right; }
td.bad { color: var(--bad-ink); font-weight: 650; }
pre { margin: 0; padding: 0.75rem; overflow: auto; background: var(--ground); border: 1px solid var(--line); border-radius: 0.5rem;
  font: 0.8rem/1.5 ui-monospace, "Cascadia Code", Menlo, Consolas, monospace; }
.control details { margin: 0; padding: 0; border: 0; }
.control summary { padding: 0; cursor: pointer; font-weight: 400; }
details[open] > summary { margin-bottom: 0.6rem; }
.tag { padding: 0.05rem 0.45rem; border: 1px solid var(--line); border-radius: 1rem; white-space: nowrap; }
.tag.document { background: var(--chosen); border-color: var(--accent); }
.tag.assumed { background: var(--note); color: var(--note-ink); border-color: var(--note-line); }
.control a { color: var(--accent); }
:is(.control a, summary, select, .control input, .scroll, pre):focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
[hidden] { display: none; }
@media (max-width: 34rem) { .panels section { padding: 0.9rem; } table { min-width: 40rem; } .list li { flex-wrap: wrap; } }
`;
