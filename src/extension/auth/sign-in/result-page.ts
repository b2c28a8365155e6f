import { createHash } from 'node:crypto';
import { escapeHtml } from '../../../common/text/plain-text.ts';
import { t } from '../../../common/translate.ts';

/** What the browser shows after a redirect, in the user's language. Of the redirect, only an error's message is shown. */
export interface ResultPage {
  readonly tone: 'success' | 'refused' | 'ignored';
  readonly title: string;
  readonly text: string;
}

/** How a wait judges a redirect: `isTaken` ends the wait, otherwise it continues. */
export interface RedirectVerdict {
  readonly isTaken: boolean;
  /** Never rejects. */
  readonly page: ResultPage | Promise<ResultPage>;
}

/** The result of offering a redirect to all waits. */
export type RedirectResult =
  | RedirectVerdict
  /** Nothing waits at this address. */
  | 'unknown';

const style = `
:root { color-scheme: light dark; --accent: #888; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 32rem; margin: 1rem; padding: 1.5rem 2rem; border-left: 6px solid var(--accent); }
h1 { margin: 0 0 .5rem; font-size: 1.5rem; font-weight: 600; }
p { margin: 0; }
.success { --accent: light-dark(#1a7f37, #3fb950); }
.refused { --accent: light-dark(#9a6700, #d29922); }
`;

const styleHash = createHash('sha256').update(style).digest('base64');

/** Headers of every page of the listener: no scripts, no caching, and no leak of the address with the code. */
export const pageHeaders = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  Connection: 'close',
} as const;

export function renderPage({ tone, title, text }: ResultPage): string {
  // The language that its texts are in, which need not be that of VS Code.
  return `<!doctype html>
<html lang="${t('en')}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
<main class="${tone}">
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(text)}</p>
</main>
</body>
</html>
`;
}
