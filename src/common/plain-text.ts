/**
 * Characters that steer a display instead of being read: controls, format characters (bidirectional overrides,
 * zero-width ones), line and paragraph separators. The two joiners stay: emoji and some scripts need them.
 */
const steering = /(?:(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}])+/gu;

/**
 * Text of the service as one harmless line: steering characters become spaces, lone surrogates U+FFFD, runs of spaces
 * one, and what is longer than `maxLength` characters (code points) ends in "…". Escapes nothing: Markdown and HTML
 * are the display's own.
 */
export function plainText(text: string, maxLength = 300): string {
  const line = text.toWellFormed().replace(steering, ' ').replace(/\s+/gu, ' ').trim();
  if (line.length <= maxLength) return line;
  const characters = [...line];
  return characters.length <= maxLength ? line : `${characters.slice(0, maxLength - 1).join('')}…`;
}
