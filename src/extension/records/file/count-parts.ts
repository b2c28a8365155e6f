/** Limits for a file: some three million records. */
const mostParts = 32_000_000;
const mostLines = 4_000_000;

/**
 * Whether a text has more values than memory can hold. The shorter a value is written, the more memory it takes in
 * proportion: a file of 256 MB of `[],[],…` would crash the extension host.
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
