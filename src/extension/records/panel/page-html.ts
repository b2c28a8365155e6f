import { escapeHtml } from '../../../common/text/escape-html.ts';
import type { PageMessage } from '../../../viewer/messages/to-page.ts';

export interface PageParts {
  /** Fresh for each page, at least 128 random bits. */
  readonly nonce: string;
  /** `webview.cspSource`. */
  readonly cspSource: string;
  readonly scriptUri: string;
  readonly styleUri: string;
  /** BCP 47. */
  readonly language: string;
  readonly title: string;
  /** What the page begins with, before it hears of anybody. */
  readonly init: Readonly<PageMessage<'init'>>;
}

/**
 * Keeps the messages that come before the viewer's script listens. VS Code gives the page what waits for it when the page
 * is loaded or 200 ms after its HTML is there, and on a busy machine a script takes longer than that.
 */
const earlyScript = 'const early=[],hear=(message)=>early.push(message);addEventListener("message",hear)';

/**
 * The page around the viewer's script. It may run that script and the one that it fetches, after a line of its own, take
 * styles, images and fonts from the extension's own folder, and nothing else: no network, no inline style, no frame, no
 * form.
 */
export function viewerPage({ nonce, cspSource, scriptUri, styleUri, language, title, init }: PageParts): string {
  const policy = [
    `default-src 'none'`,
    `script-src 'nonce-${nonce}'`,
    `style-src ${cspSource}`,
    `img-src ${cspSource}`,
    `font-src ${cspSource}`,
    `base-uri 'none'`,
    `form-action 'none'`,
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="${escapeHtml(language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeHtml(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<script nonce="${escapeHtml(nonce)}">${earlyScript}</script>
<link rel="stylesheet" href="${escapeHtml(styleUri)}">
</head>
<body data-state="loading" data-init="${escapeHtml(JSON.stringify(init))}">
<script nonce="${escapeHtml(nonce)}" src="${escapeHtml(scriptUri)}"></script>
</body>
</html>`;
}
