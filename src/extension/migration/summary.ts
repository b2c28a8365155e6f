import { t } from '../../common/translate.ts';

/** The result of a check of the workspace. */
export interface Total {
  readonly findings: number;
  /** The number of files with findings. */
  readonly files: number;
  readonly filesRead: number;
  readonly unread: readonly string[];
  /** See `kindsText`; empty if there are none. */
  readonly unreadKinds: string;
}

/** The message about the result. */
export function summary({ findings, files, filesRead, unread: [first, ...more], unreadKinds }: Total): string {
  const found =
    findings === 0
      ? t('No uses of version 2.0 found. Files checked: {0}.', filesRead)
      : t('Places to change for version 3: {0} (files: {1}).', findings, files);
  const kinds = unreadKinds === '' ? found : `${found} ${t('Kinds of files that are not checked: {0}.', unreadKinds)}`;
  if (first === undefined) return kinds;
  const unread = more.length === 0 ? first : t('{0} and {1} more', first, more.length);
  return `${kinds} ${t('Not read, or only in part (too large, not text or not accessible): {0}.', unread)}`;
}
