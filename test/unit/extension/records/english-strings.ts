import { type ViewerStrings, viewerStrings } from '../../../../src/viewer/messages/viewer-strings.ts';

/** The viewer's texts as they are written. */
export const englishStrings = viewerStrings();

/** The names of all texts. */
export const stringKeys = Object.keys(englishStrings) as (keyof ViewerStrings)[];
