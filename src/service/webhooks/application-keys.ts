import { t } from '../../common/translate.ts';
import type { KnownKey } from './explain-signature.ts';

/** What developers take for the management token. */
const mistaken = {
  applicationId: () => t('the Application ID'),
  clientSecret: () => t('the legacy client secret'),
  apiClientId: () => t('the API client ID'),
  apiClientSecret: () => t('the API client secret'),
  webhookId: () => t('the ID of a webhook'),
  other: () => t('another ID of the application'),
} as const;

/** What of an application may have signed: its token, those that it had before, and what may be taken for one. */
export function applicationKeys(
  [token, ...older]: readonly [string, ...(string | undefined)[]],
  others: readonly (readonly [keyof typeof mistaken, string])[] = [],
): [KnownKey, ...KnownKey[]] {
  return [
    { name: t('the Application Management Token'), value: token, role: 'token' },
    ...older.flatMap((value) =>
      value === undefined ? [] : [{ name: t('an older Application Management Token'), value, role: 'older' as const }],
    ),
    ...others.map(([what, value]) => ({ name: mistaken[what](), value, role: 'other' as const })),
  ];
}
