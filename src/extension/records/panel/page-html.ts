import { escapeHtml } from '../../../common/text/plain-text.ts';
import type { PageMessage } from '../../../viewer/messages/to-page.ts';

export interface PageParts {
  /** Unique for each page, at least 128 random bits. */
  readonly nonce: string;
  /** `webview.cspSource`. */
  readonly cspSource: string;
  readonly scriptUri: string;
  readonly styleUri: string;
  /** BCP 47. */
  readonly language: string;
  readonly title: string;
  /** VS Code's texts of the extension in the user's language; undefined in English. */
  readonly texts?: Readonly<Record<string, string>> | undefined;
  /** The initial state that is embedded in the page, before any message arrives. */
  readonly init: Readonly<PageMessage<'init'>>;
}

/**
 * Collects messages that arrive before the viewer's script listens. VS Code delivers waiting messages when the page has
 * loaded or 200 ms after its HTML was set, and on a busy machine the script takes longer than that.
 */
const earlyScript = 'const early=[],hear=(message)=>early.push(message);addEventListener("message",hear)';

/**
 * The page around the viewer's script. Apart from one inline line, it may run that script and the script it loads, and
 * may use styles, images and fonts from the extension's own folder. Nothing else is allowed: no network, inline styles,
 * frames or forms.
 */
export function viewerPage({ nonce, cspSource, scriptUri, styleUri, language, title, texts, init }: PageParts): string {
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
<body data-state="loading" data-texts="${escapeHtml(JSON.stringify(texts ?? {}))}" data-init="${escapeHtml(JSON.stringify(init))}">
<script nonce="${escapeHtml(nonce)}" src="${escapeHtml(scriptUri)}"></script>
</body>
</html>`;
}
