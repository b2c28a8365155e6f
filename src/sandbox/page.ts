import { randomBytes } from 'node:crypto';
import type { Context } from 'hono';
import { html, raw } from 'hono/html';
import type { PageFailure } from './errors.ts';

type Html = ReturnType<typeof html>;

export interface Page {
  readonly title: string;
  readonly body: Html;
}

const style = raw('');

/** A whole document. Nothing but its own inline style is allowed to load. */
export function renderPage(c: Context, { title, body }: Page, status: 200 | 400 | 401 | 403 = 200) {
  const nonce = randomBytes(16).toString('base64');
  c.header(
    'Content-Security-Policy',
    // No form-action: Chromium would hold it against the redirect to the application as well.
    `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; frame-ancestors 'none'`,
  );
  c.header('Referrer-Policy', 'same-origin');
  return c.html(
    html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          <title>${title}</title>
          <style nonce="${nonce}">
            ${style}
          </style>
        </head>
        <body>
          ${body}
        </body>
      </html>`,
    status,
  );
}

export function errorPage({ message, nextStep }: PageFailure): Page {
  return {
    title: 'Sandbox: this did not work',
    body: html`<main>
      <h1>${message}</h1>
      <p>${nextStep}</p>
    </main>`,
  };
}
