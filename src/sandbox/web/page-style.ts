/** The style of every page of the sandbox. Where colours are forced, browsers replace these. */
export const pageStyle = `
:root {
  color-scheme: light dark;
  --ground: light-dark(#eef2f5, #0d1317); --card: light-dark(#ffffff, #161e24); --hover: light-dark(#f4f8f9, #1d272e);
  --ink: light-dark(#13212c, #e9f0f4); --quiet: light-dark(#4a5a67, #a8b7c2); --line: light-dark(#c9d3db, #36454f);
  --accent: light-dark(#0b6a6f, #62d2c8); --on-accent: light-dark(#ffffff, #04211f);
  --chosen: light-dark(#e6f4f3, #16302f);
  --note: light-dark(#fff3d1, #33290c); --note-ink: light-dark(#574000, #ffe09a);
  --bad: light-dark(#fdeceb, #3a1917); --bad-ink: light-dark(#8c1d18, #ffb9b3);
}
* { box-sizing: border-box; }
html { scroll-padding-block: 2rem 7rem; }
body { margin: 0; padding: clamp(0rem, 4vw - 1rem, 3rem); background: var(--ground); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 42rem; margin: 0 auto; background: var(--card); border: 1px solid var(--line); border-radius: 1rem; }
h1 { margin: 0; overflow-wrap: anywhere; font-size: 1.6rem; line-height: 1.2; text-wrap: balance; }
h2, legend { margin: 0; padding: 0 0 0.6rem; font-size: 1rem; font-weight: 650; }
p { margin: 0; }
code, pre { font: 0.875em/1.4 ui-monospace, Menlo, Consolas, monospace; overflow-wrap: anywhere; }
svg { width: 1.5rem; height: 1.5rem; flex: none; fill: none; stroke: currentColor; stroke-width: 1.6;
  stroke-linecap: round; stroke-linejoin: round; }
:focus-visible, .card:has(input:focus-visible) { outline: 3px solid var(--accent); outline-offset: 2px; }

.note, .alert { display: flex; gap: 0.75rem; align-items: center; padding: 0.75rem 1rem; border-radius: 0.75rem; }
.note { padding-inline: 2rem; border-radius: 1rem 1rem 0 0; background: var(--note); color: var(--note-ink); }
.alert { background: var(--bad); color: var(--bad-ink); font-weight: 600; }
.alert:empty { display: none; }
.body, .column { display: grid; gap: 1.75rem; min-width: 0; }
.body { padding: 1.75rem 2rem; }
header { display: grid; gap: 0.75rem; }
.lead { color: var(--quiet); font-size: 1.05rem; }
.link { display: flex; gap: 0.6rem; color: var(--accent); }
.link svg { width: 2.25rem; height: 2.25rem; }

fieldset { min-width: 0; margin: 0; padding: 0; border: 0; }
.owners, .cards, .outcomes { display: grid; gap: 0.6rem;
  grid-template-columns: repeat(auto-fit, minmax(min(12.5rem, 100%), 1fr)); }
.owner { display: contents; }
.fleet { order: 1; grid-column: 1 / -1; margin-top: 1.15rem; }
.owner:not(:has(input[name="owner"]:checked)) .fleet { display: none; }
.stack { grid-template-columns: 1fr; }
.card { display: flex; gap: 0.75rem; align-items: center; min-height: 3.75rem; padding: 0.6rem 0.9rem;
  border: 1px solid var(--line); border-radius: 0.75rem; cursor: pointer; }
.card:hover { background: var(--hover); }
.card.fixed, .card:has(input:checked) { background: var(--chosen); }
.card.fixed { cursor: default; }
.card:has(input:checked) { border-color: var(--accent); }
.card > svg { color: var(--accent); }
.words { flex: 1; min-width: 0; line-height: 1.35; overflow-wrap: anywhere; }
strong { font-weight: 600; }
.words strong, .outcome strong { display: block; }
small { color: var(--quiet); font-size: 0.875rem; }
.card input { flex: none; width: 1.2rem; height: 1.2rem; margin: 0; accent-color: var(--accent); }
.field { display: grid; gap: 0.5rem; }
.field input { min-height: 3.25rem; padding: 0.6rem 0.9rem; font: inherit; color: var(--ink); background: var(--card);
  border: 2px solid var(--quiet); border-radius: 0.75rem; }

.actions { position: sticky; bottom: 0; display: flex; flex-wrap: wrap; gap: 0.75rem; padding: 1rem 2rem;
  background: var(--card); border-top: 1px solid var(--line); }
button { flex: 1 1 10rem; min-height: 3.25rem; padding: 0.5rem 0.9rem; color: var(--ink); background: none;
  border: 1px solid var(--quiet); border-radius: 0.75rem; font: inherit; cursor: pointer; }
button:hover { background: var(--hover); border-color: var(--ink); }
.actions button { font-size: 1.1rem; font-weight: 650; }
.yes, .yes:hover { background: var(--accent); color: var(--on-accent); }
.outcome { text-align: start; }
/* What colours tell apart, a sign does where they are forced to be alike. */
@media (forced-colors: active) {
  .yes { border-width: 4px; }
  .yes::before { content: '✓ ' / ''; }
}
details, dl { margin: 0; padding: 1rem 2rem 1.4rem; border-top: 1px solid var(--line); }
summary { margin-bottom: 0.6rem; cursor: pointer; }
dl { display: grid; grid-template-columns: fit-content(35%) 1fr; gap: 0.35rem 1rem; font-size: 0.875rem; }
dt { color: var(--quiet); }
dd { margin: 0; }
@media (min-width: 60rem) {
  main:has(.two) { max-width: 66rem; }
  .two { grid-template-columns: 1fr 1fr; column-gap: 2.5rem; align-items: start; }
}
`;
