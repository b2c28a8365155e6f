import { randomBytes } from 'node:crypto';
import type { Context } from 'hono';
import { html, raw } from 'hono/html';
import type { RuleId, RuleIds } from '../rules/rules.ts';
import { Failure, type SandboxEnv } from './http.ts';

/** Text that is safe in a page: {@link html} escapes the values inserted into it. */
export type Html = ReturnType<typeof html>;

export interface Page {
  readonly title: string;
  readonly body: Html;
}

/** Renders a complete document. Only its own inline style may load, and nothing may frame it. */
export function renderPage(c: Context, { title, body }: Page, status: 200 | 400 | 401 | 403 = 200) {
  const nonce = randomBytes(16).toString('base64');
  c.header(
    'Content-Security-Policy',
    // No form-action: Chromium would apply it to the redirect to the application as well.
    `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; frame-ancestors 'none'`,
  );
  c.header('Referrer-Policy', 'same-origin');
  return c.html(
    html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <title>${title}</title>
          <style nonce="${nonce}">
            ${raw(pageStyle)}
          </style>
        </head>
        <body>
          <main>
            <div class="note">
              ${icons.flask}
              <p><strong>This is the sandbox.</strong> Owners, vehicles and charges are fictitious.</p>
            </div>
            ${body}
          </main>
        </body>
      </html>`,
    status,
  );
}

/** The message between the heading and the form after an incomplete form was submitted. It receives the focus. */
export function alert(text: string): Html {
  return html`<div class="alert" role="alert" tabindex="-1" autofocus>
    ${icons.warning}
    <p>${text}</p>
  </div>`;
}

/** Names and values at the end of a page, for a developer who views it; names without a value are left out. */
export function facts(values: readonly (readonly [name: string, value: string | undefined])[]): Html {
  return html`<dl>
    ${values
      .filter(([, value]) => value !== undefined)
      .map(
        ([name, value]) =>
          html`<dt>${name}</dt>
            <dd><code>${value}</code></dd>`,
      )}
  </dl>`;
}

/** A browser request that is answered with an error page, never a redirect. */
export class PageFailure extends Failure {
  readonly status: 400 | 401 | 403;
  readonly nextStep: string;

  constructor(status: PageFailure['status'], message: string, nextStep: string, rules: RuleIds) {
    super(message, rules);
    this.status = status;
    this.nextStep = nextStep;
  }

  override respond(c: Context<SandboxEnv>): Response | Promise<Response> {
    return renderPage(c, errorPage(this), this.status);
  }
}

export function invalidParameter(
  name: string,
  value: string,
  nextStep: string,
  rule: RuleId = 'connect.never-redirects',
): PageFailure {
  return new PageFailure(400, `400: Invalid parameter ${name}: ${value}.`, nextStep, [rule]);
}

export function incompleteForm(): PageFailure {
  return new PageFailure(400, 'The form is incomplete.', 'Start again from your application.', ['connect.incomplete']);
}

function errorPage({ message, nextStep }: PageFailure): Page {
  return {
    title: 'Sandbox: error',
    body: html`<div class="body">
      <header>
        <div class="link">${icons.warning}</div>
        <h1>${message}</h1>
        <p class="lead">${nextStep}</p>
      </header>
      <p>The application was not notified. You can close this page.</p>
    </div>`,
  };
}

/**
 * Line drawings on a 24-unit grid. They are hidden from screen readers, because the text next to them has the same
 * meaning.
 */
const icon = (shapes: string) => raw(`<svg viewBox="0 0 24 24" aria-hidden="true">${shapes}</svg>`);

export const icons = {
  application: icon('<path d="m8.5 8-4 4 4 4M15.5 8l4 4-4 4M13.2 5.5l-2.4 13"/>'),
  battery: icon('<rect x="2.5" y="7" width="16.5" height="10" rx="2.5"/><path d="M21.5 10.5v3M6 10v4M9.5 10v4"/>'),
  car: icon(
    '<path d="M4.2 16.5H3v-3.6c0-1 .7-1.8 1.6-2l2-.5L9 7.5c.5-.6 1.2-.9 2-.9h4c.8 0 1.6.4 2.1 1l2.2 2.8 1.2.5c.9.4 1.5 1.2 1.5 2.2v3.4h-2.2M8.8 16.5h6.6M7 10.4h12"/>' +
      '<circle cx="6.5" cy="16.6" r="2.2"/><circle cx="17.6" cy="16.6" r="2.2"/>',
  ),
  charge: icon('<path d="M12.8 3 5.5 13.4h5.3L10.2 21l8.3-11.2h-5.7z"/>'),
  flask: icon('<path d="M9 3h6M10 3v6.2L4.9 17.7A2.2 2.2 0 0 0 6.8 21h10.4a2.2 2.2 0 0 0 1.9-3.3L14 9.2V3M7.5 15h9"/>'),
  key: icon('<circle cx="8" cy="15.5" r="4"/><path d="m11 12.6 8.5-8.4M16 7.7l2.6 2.5"/>'),
  lock: icon('<rect x="5" y="10.5" width="14" height="9.5" rx="2"/><path d="M8 10.5V7.8a4 4 0 0 1 8 0v2.7"/>'),
  warning: icon('<path d="M12 4 2.8 19.5h18.4zM12 10v4.4M12 16.9v.1"/>'),
};

/** The style of every page of the sandbox. Where colours are forced, browsers replace these. */
const pageStyle = `
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
a { color: var(--accent); }
ul { margin: 0; padding-left: 1.25rem; }
pre { margin: 0; overflow: auto; }
@media (min-width: 60rem) {
  main:has(.two) { max-width: 66rem; }
  .two { grid-template-columns: 1fr 1fr; column-gap: 2.5rem; align-items: start; }
}
`;
