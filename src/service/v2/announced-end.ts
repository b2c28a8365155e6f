import { t } from '../../common/translate.ts';

/**
 * The announced end of version 2.0: "announced for deprecation by the third quarter of 2026" is the document's
 * ("Versioning"). The day on which it is switched off is not known.
 */
export const announcedEnd = () => t('by the third quarter of 2026');

/** That later copies of the migration guide say the fourth quarter is public, and not the document's. */
export const announcement = () =>
  t(
    'Deprecation of API version 2.0 was announced {0}, in later documents by the fourth. Plan your move to version 3.',
    announcedEnd(),
  );
