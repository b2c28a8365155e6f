import { randomBytes } from 'node:crypto';
import type { Context } from 'hono';
import { html, raw } from 'hono/html';
import { icons } from './icons.ts';
import { pageStyle } from './page-style.ts';

/** Text that is safe in a page: {@link html} escapes the values inserted into it. */
export type Html = ReturnType<typeof html>;

export interface Page {
  readonly title: string;
  readonly body: Html;
  /** Styles in addition to those of all pages. */
  readonly style?: string;
  /** A module script; it may connect only to the sandbox. */
  readonly script?: string;
}

/** Renders a complete document. Only its own inline style and script may load, and nothing may frame it. */
export function renderPage(c: Context, { title, body, style = '', script }: Page, status: 200 | 400 | 401 | 403 = 200) {
  const nonce = randomBytes(16).toString('base64');
  const scripts = script === undefined ? '' : `script-src 'nonce-${nonce}'; connect-src 'self'; `;
  c.header(
    'Content-Security-Policy',
    // No form-action: Chromium would apply it to the redirect to the application as well.
    `default-src 'none'; style-src 'nonce-${nonce}'; ${scripts}base-uri 'none'; frame-ancestors 'none'`,
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
            ${raw(pageStyle + style)}
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
          ${
            script === undefined
              ? ''
              : html`<script type="module" nonce="${nonce}">
                  ${raw(script)};
                </script>`
          }
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
