import { t } from '../../common/translate.ts';

/** The result of a check of the workspace. */
export interface Total {
  readonly findings: number;
  /** The number of files with findings. */
  readonly files: number;
  /** How many of them have a fix. */
  readonly fixes: number;
  readonly filesRead: number;
  readonly unread: readonly string[];
  /** See `kindsText`; empty if there are none. */
  readonly unreadKinds: string;
}

/** The message about the result. */
export function summary(total: Total): string {
  const {
    filesRead,
    unread: [first, ...more],
    unreadKinds,
  } = total;
  const found =
    total.findings === 0 ? t('No uses of version 2.0 found. Files checked: {0}.', filesRead) : places(total);
  const kinds = unreadKinds === '' ? found : `${found} ${t('Kinds of files that are not checked: {0}.', unreadKinds)}`;
  if (first === undefined) return kinds;
  const unread = more.length === 0 ? first : t('{0} and {1} more', first, more.length);
  return `${kinds} ${t('Not read, or only in part (too large, not text or not accessible): {0}.', unread)}`;
}

function places({ findings, files, fixes }: Total): string {
  if (findings === 1) return t('One place has to change for version 3.');
  const where =
    files === 1
      ? t('{0} places in one file have to change for version 3.', findings)
      : t('{0} places in {1} files have to change for version 3.', findings, files);
  if (fixes === 0) return where;
  if (fixes === findings) return `${where} ${t('All of them can be fixed at once.')}`;
  return `${where} ${fixes === 1 ? t('One of them has an automatic fix.') : t('{0} of them can be fixed at once.', fixes)}`;
}
