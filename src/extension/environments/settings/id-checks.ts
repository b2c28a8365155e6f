/**
 * The IDs of an application (public), which are mixed up more often than anything else:
 *
 * | named                        | looks like      | is for                            |
 * | ---------------------------- | --------------- | --------------------------------- |
 * | Application ID               | UUID            | Connect, version 3                |
 * | API client ID                | `client_…`      | tokens of version 3               |
 * | its secret                   | free            | the same                          |
 * | legacy client ID, its secret | UUID            | Connect and tokens of version 2.0 |
 * | Application Management Token | UUID (reported) | webhooks; nothing here            |
 *
 * Other services have other IDs, so only those of the public service can be recognized by their form.
 */
import { parseUrl } from '../../../common/missing-in-node-20.ts';
import { t } from '../../../common/translate.ts';
import type { EnvironmentEntry, Finding } from './environment-entry.ts';

type Complaint = Omit<Finding, 'field'>;
type IdField = 'clientId' | 'applicationId' | 'apiClientId';
type Ids = Pick<EnvironmentEntry, 'authUrl' | 'connectUrl' | IdField>;

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
/** The usual form at the public service, which does not guarantee it. */
const apiClient = /^client_/i;

export function checkId(field: IdField, value: string, context: Ids): Complaint | undefined {
  if (/[\s:]/.test(value)) return { severity: 'error', message: t('An ID can’t contain spaces or colons.') };
  const message = mixUp(field, value, context);
  return message === undefined ? undefined : { severity: 'warning', message };
}

function mixUp(field: IdField, value: string, context: Ids): string | undefined {
  const isPublic = isPublicService(context);
  switch (field) {
    case 'clientId':
      if (!isPublic || uuid.test(value)) return undefined;
      return apiClient.test(value)
        ? t('This is an API client ID, for version 3. Version 2.0 needs the legacy client ID, a UUID.')
        : t('Version 2.0 of this API needs the legacy client ID, a UUID.');
    case 'applicationId':
      if (apiClient.test(value)) return t('This is the API client ID. It belongs in apiClientId.');
      return isPublic && !uuid.test(value) ? t('The Application ID of this API is a UUID.') : undefined;
    case 'apiClientId':
      if (value === context.applicationId || uuid.test(value)) {
        return t(
          'This is the Application ID, the legacy client ID or the Application Management Token. The API client ID starts with client_.',
        );
      }
      return isPublic && !apiClient.test(value) ? t('The API client ID of this API starts with client_.') : undefined;
  }
}

/** What was, or may have been, entered instead of a client secret; undefined if it may be one. */
export function checkSecret(value: string, entry: Ids & Pick<EnvironmentEntry, 'version'>): Complaint | undefined {
  const text = value.trim();
  if (text === '') return undefined;
  const error = (message: string): Complaint => ({ severity: 'error', message });
  if (text === entry.apiClientId || apiClient.test(text))
    return error(t('This is the API client ID. Paste its secret.'));
  if (text === entry.applicationId) return error(t('This is the Application ID. Paste the secret of the API client.'));
  if (text === entry.clientId) return error(t('This is the client ID. Paste its secret.'));
  if (entry.version !== '3' || !isPublicService(entry) || !uuid.test(text)) return undefined;
  const message = t(
    'This looks like the legacy client secret or the Application Management Token. Paste the secret of the API client.',
  );
  return { severity: 'warning', message };
}

export function isPublicService({ authUrl = '', connectUrl = '' }: Pick<Ids, 'authUrl' | 'connectUrl'>): boolean {
  return [authUrl, connectUrl].some((address) => /(?:^|\.)smartcar\.com$/.test(parseUrl(address)?.hostname ?? ''));
}
