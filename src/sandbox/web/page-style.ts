/** The look of every page of the sandbox. Colours are named once: for light, for dark, and for forced colours. */
export const pageStyle = `
:root {
  color-scheme: light dark;
  --ground: #eef2f5; --card: #ffffff; --ink: #13212c; --quiet: #4a5a67; --line: #c9d3db; --hover: #f4f8f9;
  --accent: #0b6a6f; --on-accent: #ffffff; --accent-hover: #085257; --chosen: #e6f4f3;
  --note: #fff3d1; --note-ink: #574000; --note-line: #e5c766;
  --bad: #fdeceb; --bad-ink: #8c1d18; --bad-line: #e9aca8;
  --shadow: 0 1px 2px rgb(19 33 44 / 8%), 0 12px 32px rgb(19 33 44 / 10%);
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #0d1317; --card: #161e24; --ink: #e9f0f4; --quiet: #a8b7c2; --line: #36454f; --hover: #1d272e;
    --accent: #62d2c8; --on-accent: #04211f; --accent-hover: #8be3da; --chosen: #16302f;
    --note: #33290c; --note-ink: #ffe09a; --note-line: #6b5a22;
    --bad: #3a1917; --bad-ink: #ffb9b3; --bad-line: #7a3531;
    --shadow: 0 1px 2px rgb(0 0 0 / 40%), 0 12px 32px rgb(0 0 0 / 40%);
  }
}
*, ::before, ::after { box-sizing: border-box; }
html { scroll-padding-block: 2rem 7rem; }
body {
  margin: 0; padding: clamp(1rem, 4vh, 3rem) 1rem; background: var(--ground); color: var(--ink);
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
}
main {
  max-width: 42rem; margin: 0 auto; background: var(--card); border: 1px solid var(--line); border-radius: 1rem;
  box-shadow: var(--shadow);
}
h1 { margin: 0; overflow-wrap: anywhere; font-size: clamp(1.4rem, 4vw, 1.8rem); line-height: 1.2; letter-spacing: -0.015em; text-wrap: balance; }
p { margin: 0; text-wrap: pretty; }
code { font: 0.875em/1.4 ui-monospace, "Cascadia Code", Menlo, Consolas, monospace; overflow-wrap: anywhere; }
svg { width: 1.5rem; height: 1.5rem; flex: none; fill: none; stroke: currentColor; stroke-width: 1.6;
  stroke-linecap: round; stroke-linejoin: round; }

.note { display: flex; gap: 0.75rem; align-items: center; padding: 0.75rem 2rem; background: var(--note);
  color: var(--note-ink); border-bottom: 1px solid var(--note-line); border-radius: 1rem 1rem 0 0; }
.body { padding: 1.75rem 2rem; display: grid; gap: 1.75rem; }
.column { display: grid; gap: 1.75rem; }
header { display: grid; gap: 0.75rem; justify-items: start; }
.lead { color: var(--quiet); font-size: 1.05rem; }
.link { display: flex; align-items: center; gap: 0.6rem; color: var(--accent); }
.link span { display: grid; place-items: center; width: 3rem; height: 3rem; border-radius: 0.85rem;
  background: var(--chosen); border: 1px solid var(--line); }
.link svg { width: 1.75rem; height: 1.75rem; }
.link i { width: 2.25rem; border-top: 3px dotted currentColor; opacity: 0.6; }
.alert { display: flex; gap: 0.75rem; align-items: center; padding: 0.75rem 1rem; border-radius: 0.75rem;
  background: var(--bad); color: var(--bad-ink); border: 1px solid var(--bad-line); font-weight: 600; }

fieldset { min-width: 0; margin: 0; padding: 0; border: 0; }
legend, h2 { padding: 0; margin: 0 0 0.6rem; font-size: 1rem; font-weight: 650; line-height: 1.4; }
.owners, .cards { display: grid; gap: 0.6rem; grid-template-columns: repeat(auto-fit, minmax(min(12.5rem, 100%), 1fr)); }
.owner { display: contents; }
.fleet { order: 1; grid-column: 1 / -1; margin-top: 1.15rem; }
.owner:not(:has(input[name="owner"]:checked)) .fleet { display: none; }
.card { display: flex; gap: 0.75rem; align-items: center; min-height: 3.75rem; padding: 0.6rem 0.9rem;
  border: 1px solid var(--line); border-radius: 0.75rem; cursor: pointer; }
.card.fixed { cursor: default; background: var(--chosen); }
.card.fixed > svg:first-child { width: 1.2rem; height: 1.2rem; color: var(--quiet); }
.card:not(.fixed):hover { background: var(--hover); }
.card:not(.fixed):has(input:checked) { background: var(--chosen); border-color: var(--accent); }
.card > svg { color: var(--accent); }
.card .words { flex: 1; min-width: 0; line-height: 1.35; overflow-wrap: anywhere; }
.card strong { display: block; font-weight: 600; }
.card small { color: var(--quiet); font-size: 0.875rem; }
.stack { grid-template-columns: 1fr; gap: 0.5rem; }
.avatar { display: grid; place-items: center; width: 2.25rem; height: 2.25rem; flex: none; border-radius: 50%;
  background: var(--accent); color: var(--on-accent); font-weight: 650; font-size: 0.9rem; }
input { flex: none; width: 1.2rem; height: 1.2rem; margin: 0; accent-color: var(--accent); cursor: inherit; }

.actions { position: sticky; bottom: 0; display: flex; flex-wrap: wrap; gap: 0.75rem; padding: 1rem 2rem;
  background: var(--card); border-top: 1px solid var(--line); }
button { flex: 1 1 10rem; min-height: 3.25rem; padding: 0.6rem 1.5rem; border-radius: 0.75rem; font: inherit;
  font-size: 1.1rem; font-weight: 650; cursor: pointer; }
.yes { background: var(--accent); color: var(--on-accent); border: 2px solid var(--accent); }
.yes:hover { background: var(--accent-hover); border-color: var(--accent-hover); }
.no { background: transparent; color: var(--ink); border: 2px solid var(--quiet); }
.no:hover { background: var(--hover); border-color: var(--ink); }
:focus { outline: none; }
button:focus-visible, .alert:focus-visible, .card:has(input:focus-visible) {
  outline: 3px solid var(--accent); outline-offset: 2px; }

details { padding: 1rem 2rem 1.4rem; border-top: 1px solid var(--line); }
summary { padding: 0.4rem 0; border-radius: 0.4rem; font-weight: 600; cursor: pointer; }
summary:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.outcomes { display: grid; gap: 0.5rem; padding-top: 0.75rem;
  grid-template-columns: repeat(auto-fill, minmax(min(16rem, 100%), 1fr)); }
.outcome { min-height: 3.25rem; padding: 0.5rem 0.9rem; text-align: start; font-size: 1rem; font-weight: 400;
  line-height: 1.35; background: transparent; color: var(--ink); border: 1px solid var(--quiet); }
.outcome:hover { background: var(--hover); border-color: var(--ink); }
.outcome strong { display: block; font-weight: 600; }
.outcome small { color: var(--quiet); font: 0.8125rem/1.4 ui-monospace, "Cascadia Code", Menlo, Consolas, monospace; }
.field { display: grid; gap: 0.5rem; }
.field label { font-weight: 650; }
.field input { width: 100%; height: auto; min-height: 3.25rem; padding: 0.6rem 0.9rem; font: inherit; font-size: 1.1rem;
  color: var(--ink); background: var(--card); border: 2px solid var(--quiet); border-radius: 0.75rem; cursor: text; }
.field input:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.hints { margin: 0; padding-inline-start: 1.2rem; color: var(--quiet); font-size: 0.9rem; }

dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.35rem 1rem; margin: 0; padding: 1.1rem 2rem 1.4rem;
  color: var(--quiet); font-size: 0.875rem; border-top: 1px solid var(--line); }
dd { margin: 0; color: var(--ink); min-width: 0; }
@media (min-width: 60rem) {
  main:has(.two) { max-width: 66rem; }
  .two { grid-template-columns: 1fr 1fr; column-gap: 2.5rem; align-items: start; }
}
@media (max-width: 34rem) {
  body { padding: 0; }
  main { border: 0; border-radius: 0; box-shadow: none; }
  .note { border-radius: 0; }
  .note, .body, .actions, dl, details { padding-inline: 1.1rem; }
  dl { grid-template-columns: 1fr; gap: 0; }
  dd { margin-bottom: 0.6rem; }
}
@media (forced-colors: active) {
  :root { --accent: Highlight; --on-accent: HighlightText; --accent-hover: Highlight; --line: CanvasText;
    --quiet: CanvasText; }
  .card:has(input:checked) { border-color: Highlight; box-shadow: inset 0 0 0 2px Highlight; }
  .yes { forced-color-adjust: none; }
  .avatar { forced-color-adjust: none; }
}
@media (prefers-reduced-motion: no-preference) {
  .card, button { transition: background-color 120ms, border-color 120ms; }
}
`;
