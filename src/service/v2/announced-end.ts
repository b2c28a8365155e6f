import { t } from '../../common/translate.ts';

/**
 * The announced end of version 2.0, as data: the one place that names it. "announced for deprecation by the third
 * quarter of 2026" is the document's ("Versioning"); that later copies of the public migration guide say the fourth is
 * public knowledge. The day on which it is switched off is not known.
 */
export const versionTwo = {
  version: 'v2.0',
  /** First moment after the announced period, in milliseconds since 1970. */
  announcedEndAt: Date.UTC(2026, 9, 1),
} as const;

/** As a phrase that follows "announced for deprecation". */
export const announcedEnd = () => t('by the third quarter of 2026');

/** Public, and not the document's. */
export const announcedEndOfLaterCopies = () => t('the fourth quarter of 2026');
