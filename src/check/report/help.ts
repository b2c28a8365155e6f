import { fileURLToPath } from 'node:url';
import { helpPage } from '../../common/help-page.ts';
import { packageFolder } from '../../common/package-version.ts';

/** The help page that comes with the package. It has a section for each kind, with the same name. */
export const helpUrl = new URL(helpPage('migration', 'en'), packageFolder ?? import.meta.url);
export const helpFile = fileURLToPath(helpUrl);
