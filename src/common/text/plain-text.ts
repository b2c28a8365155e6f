/**
 * Characters that steer a display instead of being read: controls, format characters (bidirectional overrides,
 * zero-width ones), line and paragraph separators; and those that are blank without being spaces. The two joiners stay:
 * emoji and some scripts need them.
 */
const steering = /(?:(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|[\u115f\u1160\u2800\u3164\uffa0])+/gu;

/** Joiners that join nothing, and marks piled up on one letter until they cover the lines around it. */
const piled = /(?<=[\u200c\u200d])[\u200c\u200d]+|(?<=\p{M}{4})\p{M}+/gu;

/**
 * Text of the service as one harmless line: steering characters become spaces, lone surrogates U+FFFD, runs of spaces
 * one, and what is longer than `maxLength` characters (code points) ends in "…". Escapes nothing: Markdown and HTML
 * are the display's own.
 */
export function plainText(text: string, maxLength = 300): string {
  const line = text.toWellFormed().replace(steering, ' ').replace(/\s+/gu, ' ').replace(piled, '').trim();
  if (line.length <= maxLength) return line;
  const characters = [...line];
  return characters.length <= maxLength ? line : `${characters.slice(0, maxLength - 1).join('')}…`;
}
