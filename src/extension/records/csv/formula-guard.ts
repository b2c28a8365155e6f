/**
 * What makes a cell a formula, even if the spreadsheet's list separator is not a comma: such a spreadsheet ignores
 * quotation marks that do not enclose a whole cell. Apostrophes in front are included, so that each text has a guarded
 * form of its own.
 */
const formulaSign = /(?<=(?:^|[;\t\r\n])"*)(?='*[=+\-@\uff1d\uff0b\uff0d\uff20])/g;
/** Some spreadsheets also look for a formula after these. */
const formulaSpace = /^(?='*[\t\r\n])/;

const guardOfSign = /(?<=(?:^|[;\t\r\n])"*)'(?='*[=+\-@\uff1d\uff0b\uff0d\uff20])/g;
const guardOfSpace = /^'(?='*[\t\r\n])/;

/**
 * Makes a text from elsewhere safe to open in a spreadsheet: puts an apostrophe before whatever could be a formula, at
 * the start of the text and after each `;`, tab and line break, skipping any quotation marks there.
 */
export function guarded(text: string): string {
  return text.replace(formulaSign, "'").replace(formulaSpace, "'");
}

/** The original of a guarded text. */
export function unguarded(text: string): string {
  return text.replace(guardOfSpace, '').replace(guardOfSign, '');
}
