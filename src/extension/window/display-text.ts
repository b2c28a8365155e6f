import { plainText } from '../../common/text/plain-text.ts';

/** VS Code truncates notifications at this length too. */
export const longestText = 1000;

/**
 * Makes VS Code show a single line literally. Notifications and inputs turn `[text](command:…)` into links; pickers and
 * the status bar turn `$(name)` into icons. No escape works in all of these places, so a space is inserted to break the
 * syntax.
 */
export function displayText(text: string): string {
  return plainText(plainText(text, longestText).replace(/(?<=\]|\$)(?=\()/g, ' '), longestText);
}
