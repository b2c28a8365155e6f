/** Styles of the control page in addition to those of all pages. */
export const controlStyle = `
main { max-width: 72rem; }
.panels { display: grid; gap: 1.25rem; grid-template-columns: repeat(auto-fit, minmax(min(26rem, 100%), 1fr));
  align-items: start; }
.panels > .wide { grid-column: 1 / -1; }
h2 { padding: 0; }
section { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.75rem; min-width: 0; padding: 1.1rem 1.25rem;
  border: 1px solid var(--line); border-radius: 0.75rem; }
.quiet, small { color: var(--quiet); font-size: 0.875rem; }
.time { font-size: 1.5rem; font-weight: 650; font-variant-numeric: tabular-nums; }
.row { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: end; }
.grid { display: grid; gap: 0.6rem; grid-template-columns: 1fr 1fr; }
.grid .wide { grid-column: 1 / -1; }
label { display: grid; gap: 0.2rem; min-width: 0; font-size: 0.875rem; color: var(--quiet); }
select, input, button { flex: 0 1 auto; width: 100%; height: auto; min-height: 2.5rem; padding: 0.35rem 0.75rem;
  font: inherit; font-size: 1rem; color: var(--ink); background: var(--card); border: 1px solid var(--quiet);
  border-radius: 0.5rem; }
button { width: auto; background: var(--chosen); }
.list { display: grid; margin: 0; padding: 0; list-style: none; }
.many { grid-template-columns: repeat(auto-fill, minmax(min(26rem, 100%), 1fr)); column-gap: 2rem; }
li { display: flex; flex-wrap: wrap; gap: 0.75rem; align-items: center; justify-content: space-between;
  padding: 0.55rem 0; border-top: 1px solid var(--line); }
li > span { flex: 1 1 12rem; min-width: 0; overflow-wrap: anywhere; }
li small { display: block; }
.scroll { overflow: auto; max-height: 24rem; }
table { width: 100%; min-width: 40rem; border-collapse: collapse; font-size: 0.875rem; }
th { position: sticky; top: 0; background: var(--card); text-align: start; }
th, td { padding: 0.35rem 0.75rem 0.35rem 0; border-bottom: 1px solid var(--line); vertical-align: top;
  font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
.bad { color: var(--bad-ink); }
pre { margin: 0; padding: 0.75rem; overflow: auto; background: var(--ground); border-radius: 0.5rem; }
.control details { padding: 0; border: 0; }
a { color: var(--accent); }
`;
