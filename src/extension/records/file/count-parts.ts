/** What a file may hold: some three million records. */
const mostParts = 32_000_000;
const mostLines = 4_000_000;

/**
 * Whether a text has more parts than memory takes. A value costs more there the shorter it is written: a file of 256 MB in
 * `[],[],…` would end all extensions.
 */
export function hasTooManyParts(text: string, form: 'json' | 'lines'): boolean {
  const signs = form === 'json' ? ',[{' : ',;|\t[{';
  if (countOf(text, signs) > mostParts) return true;
  return form === 'lines' && countOf(text, '\n\r') > mostLines;
}

function countOf(text: string, signs: string): number {
  const wanted = new Uint8Array(128);
  for (const sign of signs) wanted[sign.charCodeAt(0)] = 1;
  let count = 0;
  for (let at = 0; at < text.length; at += 1) count += wanted[text.charCodeAt(at)] ?? 0;
  return count;
}
