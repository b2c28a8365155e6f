import { plainText } from '../../common/text/plain-text.ts';

/** VS Code cuts notifications there too. */
export const longestText = 1000;

/**
 * One line that VS Code shows as it reads. Notifications and inputs turn `[text](command:…)` into links, pickers and the
 * status bar `$(name)` into icons; neither has an escape that every place understands, so a space takes the syntax apart.
 */
export function displayText(text: string): string {
  return plainText(plainText(text, longestText).replace(/(?<=\]|\$)(?=\()/g, ' '), longestText);
}
