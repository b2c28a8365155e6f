/**
 * The IDs of an application (public), which are mixed up more often than anything else:
 *
 * | named                                | looks like      | is for                               |
 * | ------------------------------------ | --------------- | ------------------------------------ |
 * | Application ID, or legacy client ID  | UUID            | Connect, and tokens of version 2.0   |
 * | the legacy client secret             | UUID            | tokens of version 2.0                |
 * | API client ID                        | `client_…`      | tokens of version 3                  |
 * | its secret                           | free            | the same                             |
 * | Application Management Token         | UUID (reported) | webhooks; nothing here               |
 *
 * Other services have other IDs, so only those of the public service can be recognized by their form.
 */
import { isUuid } from '../../../common/text/uuid.ts';
import { parseUrl } from '../../../common/missing-in-node-20.ts';
import { t } from '../../../common/translate.ts';
import type { ApiVersion } from '../../../service/model/environment.ts';
import type { EnvironmentEntry, Finding } from './environment-entry.ts';

type Complaint = Omit<Finding, 'field'>;
type IdField = 'clientId' | 'applicationId' | 'apiClientId';
type Ids = Pick<EnvironmentEntry, 'authUrl' | 'connectUrl' | IdField>;

/** The usual form at the public service, which does not guarantee it. */
const apiClient = /^client_/i;

export function checkId(field: IdField, value: string, context: Ids): Complaint | undefined {
  if (/[\s:]/.test(value)) return { severity: 'error', message: t('An ID can’t contain spaces or colons.') };
  const message = mixUp(field, value, context);
  return message === undefined ? undefined : { severity: 'warning', message };
}

function mixUp(field: IdField, value: string, context: Ids): string | undefined {
  const isPublic = isPublicService(context);
  if (field === 'apiClientId') {
    if (value === context.applicationId || value === context.clientId || isUuid(value)) {
      return t(
        'This is the Application ID, the legacy client ID or the Application Management Token. The API client ID starts with client_.',
      );
    }
    return isPublic && !apiClient.test(value) ? t('The API client ID of this API starts with client_.') : undefined;
  }
  if (apiClient.test(value)) return t('This is the API client ID. It belongs in apiClientId.');
  return isPublic && !isUuid(value)
    ? t('The Application ID of this API, which is also its legacy client ID, is a UUID.')
    : undefined;
}

/**
 * What was, or may have been, entered instead of a client secret; undefined if it may be one.
 *
 * @param version the version whose secret is asked for
 */
export function checkSecret(value: string, entry: Ids, version: ApiVersion): Complaint | undefined {
  const text = value.trim();
  if (text === '') return undefined;
  const error = (message: string): Complaint => ({ severity: 'error', message });
  if (text === entry.apiClientId || apiClient.test(text))
    return error(t('This is the API client ID. Paste its secret.'));
  if (text === entry.applicationId || text === entry.clientId) {
    return error(
      version === '3'
        ? t('This is the Application ID. Paste the secret of the API client.')
        : t('This is the client ID. Paste its secret.'),
    );
  }
  if (version !== '3' || !isPublicService(entry) || !isUuid(text)) return undefined;
  const message = t(
    'This looks like the legacy client secret or the Application Management Token. Paste the secret of the API client.',
  );
  return { severity: 'warning', message };
}

export function isPublicService({ authUrl = '', connectUrl = '' }: Pick<Ids, 'authUrl' | 'connectUrl'>): boolean {
  return [authUrl, connectUrl].some((address) => /(?:^|\.)smartcar\.com$/.test(parseUrl(address)?.hostname ?? ''));
}
