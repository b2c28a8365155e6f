/**
 * Escapes a line of text for rendered Markdown: it shows exactly this text, with no formatting, link, image, icon or
 * command. CommonMark accepts a backslash before any ASCII punctuation, which also prevents GitHub's autolinks.
 */
export function escapeMarkdown(text: string): string {
  return text.replace(/[!-/:-@[-`{-~]/g, '\\$&');
}

/**
 * The same for a table cell that may also be read unrendered. It escapes only what CommonMark, GitHub's dialect and its
 * mentions, emoji and formulas would interpret, so that the rest stays readable in the source.
 */
export function escapeMarkdownCell(text: string): string {
  return text.replace(/[\\`*_{}[\]<>|~&$#@!:^=+]|(?<=www)\./gi, '\\$&');
}
