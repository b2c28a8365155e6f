/**
 * What would begin a cell as a formula, also where a spreadsheet's list separator is no comma: there, quotation marks
 * hold nothing together that is not a whole cell. With the apostrophes before it, so that each text has a form of its own.
 */
const formulaSign = /(?<=(?:^|[;\t\r\n])"*)(?='*[=+\-@\uff1d\uff0b\uff0d\uff20])/g;
/** Some spreadsheets look for a formula behind these, too. */
const formulaSpace = /^(?='*[\t\r\n])/;

const guardOfSign = /(?<=(?:^|[;\t\r\n])"*)'(?='*[=+\-@\uff1d\uff0b\uff0d\uff20])/g;
const guardOfSpace = /^'(?='*[\t\r\n])/;

/**
 * A text that comes from elsewhere, safe to open in a spreadsheet: what could be a formula begins with an apostrophe, at
 * the beginning of the text and after each `;`, tab and line break in it, whatever quotation marks stand between.
 */
export function guarded(text: string): string {
  return text.replace(formulaSign, "'").replace(formulaSpace, "'");
}

/** The text again. */
export function unguarded(text: string): string {
  return text.replace(guardOfSpace, '').replace(guardOfSign, '');
}
