import { fileURLToPath } from 'node:url';
import { helpPage } from '../../common/help-page.ts';
import { packageFolder } from '../../common/package-version.ts';

/** The page of help that comes with the package: it has a section for each kind, by its name. */
export const helpUrl = new URL(helpPage('migration', 'en'), packageFolder ?? import.meta.url);
export const helpFile = fileURLToPath(helpUrl);
