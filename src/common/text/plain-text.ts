/**
 * Characters that control the display instead of being visible: controls, format characters (bidirectional overrides,
 * zero-width ones), line and paragraph separators; and those that are blank without being spaces. The two joiners stay
 * because emoji and some scripts need them.
 */
const steering = /(?:(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|[\u115f\u1160\u2800\u3164\uffa0])+/gu;

/** Joiners that join nothing, and combining marks stacked on one letter until they cover the lines around it. */
const piled = /(?<=[\u200c\u200d])[\u200c\u200d]+|(?<=\p{M}{4})\p{M}+/gu;

/**
 * Turns text from the service into one harmless line: control characters become spaces, lone surrogates become U+FFFD,
 * runs of spaces become one, and text longer than `maxLength` characters (code points) ends in "…". It escapes nothing:
 * Markdown and HTML escaping is up to whoever displays the text.
 */
export function plainText(text: string, maxLength = 300): string {
  const line = text.toWellFormed().replace(steering, ' ').replace(/\s+/gu, ' ').replace(piled, '').trim();
  if (line.length <= maxLength) return line;
  const characters = [...line];
  return characters.length <= maxLength ? line : `${characters.slice(0, maxLength - 1).join('')}…`;
}
