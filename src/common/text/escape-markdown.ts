/**
 * A line of text in Markdown that is shown rendered: exactly this text, and no mark, link, picture, icon or command.
 * CommonMark takes a backslash before any ASCII punctuation, which also stops the bare links of GitHub's dialect.
 */
export function escapeMarkdown(text: string): string {
  return text.replace(/[!-/:-@[-`{-~]/g, '\\$&');
}

/**
 * The same for a cell of a table that is read as it is, too. Escaped is what CommonMark, GitHub's dialect and its
 * mentions, emoji and formulas may take for something else; the rest stays readable where nothing renders it.
 */
export function escapeMarkdownCell(text: string): string {
  return text.replace(/[\\`*_{}[\]<>|~&$#@!:^=+]|(?<=www)\./gi, '\\$&');
}
