import { parseUrl } from '../../../common/missing-in-node-20.ts';
import { type ApiVersion, publicHosts } from '../../../service/model/environment.ts';
import { t } from '../../../common/translate.ts';
import { isLoopbackHost } from '../../../common/loopback/loopback-listeners.ts';
import { isUuid } from '../../../common/random-secret.ts';
import { type EnvironmentEntry, type TextField, textFields } from './environment-entry.ts';

/** What is, or may be, wrong with a text. */
export interface Remark {
  /** `error`: can't be used. `warning`: the service is likely to refuse it. */
  readonly severity: 'error' | 'warning';
  /** Plain sentences: what is wrong, and what to do. */
  readonly message: string;
}

interface Finding extends Remark {
  readonly field: TextField;
}

/** The other fields, on which some checks depend. */
export type CheckContext = Omit<EnvironmentEntry, 'scopes' | 'mode' | 'energyUnit'>;

/** A known mistake in the value of a field; undefined if there is none. */
export function checkField(field: TextField, value: string, context: CheckContext): Finding | undefined {
  const remark = checkSpaces(value) ?? checks[field](value, context);
  return remark && { field, ...remark };
}

/** The findings for a whole entry, errors first. Fields that are missing or not text are skipped. */
export function checkEntry(entry: EnvironmentEntry): readonly Finding[] {
  const findings = textFields.flatMap((field) => {
    const value = entry[field];
    return (typeof value === 'string' ? checkField(field, value, entry) : undefined) ?? [];
  });
  return findings.sort((a, b) => Number(a.severity === 'warning') - Number(b.severity === 'warning'));
}

const tokenPath = /\/oauth2?\/token\/?$/;
const versionPath = /\/v\d+(?:\.\d+)?\/?$/;

const checks: Readonly<Record<TextField, (value: string, context: CheckContext) => Remark | undefined>> = {
  authUrl: (value) => checkBase(value, tokenPath) ?? checkHost('authUrl', value, '2.0'),
  baseUrl: (value) => checkBase(value, versionPath) ?? checkHost('baseUrl', value, '2.0'),
  authUrlV3: (value) => checkBase(value, tokenPath) ?? checkHost('authUrl', value, '3'),
  baseUrlV3: (value) => checkBase(value, versionPath) ?? checkHost('baseUrl', value, '3'),
  connectUrl: checkConnect,
  clientId: (value, context) => checkId('clientId', value, context),
  applicationId: (value, context) => checkId('applicationId', value, context),
  apiClientId: (value, context) => checkId('apiClientId', value, context),
  redirectUri: checkRedirect,
};

type BaseField = 'authUrl' | 'baseUrl';

/** The purpose of each host of the public API. No field is for the management host. */
const purposes: Readonly<Record<string, { readonly version: ApiVersion; readonly field: BaseField | undefined }>> = {
  [publicHosts.v2.token]: { version: '2.0', field: 'authUrl' },
  [publicHosts.v2.data]: { version: '2.0', field: 'baseUrl' },
  [publicHosts.v3.token]: { version: '3', field: 'authUrl' },
  [publicHosts.v3.data]: { version: '3', field: 'baseUrl' },
  [publicHosts.v3.management]: { version: '3', field: undefined },
};

/** The hosts of both versions look alike, and the wrong one responds with a bare 404. */
function checkHost(field: BaseField, value: string, version: ApiVersion): Remark | undefined {
  const host = purposes[new URL(value).hostname];
  if (!host || (host.version === version && host.field === field)) return undefined;
  const [right] = Object.entries(purposes).find(([, each]) => each.version === version && each.field === field) ?? [];
  const is =
    host.field === undefined
      ? t('This is the management API of version {0}.', host.version)
      : t('This is {0} of version {1}.', host.field, host.version);
  return error(right === undefined ? is : `${is} ${t('Enter https://{0}.', right)}`);
}

function checkSpaces(value: string): Remark | undefined {
  const trimmed = value.trim();
  if (trimmed === '') return error(t('Enter a value.'));
  return trimmed === value ? undefined : error(t('Remove the spaces at the start or end.'));
}

/** Requires https, except on this machine, so that no token crosses a network unencrypted. */
function checkAddress(value: string): Remark | undefined {
  const url = parseUrl(value);
  if (!url || url.host === '') return error(t('Enter an address that starts with https://'));
  if (url.username !== '' || url.password !== '') return error(t('Remove the user name and password.'));
  if (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackHost(url.hostname))) return undefined;
  return error(t('Use https://, or http:// for localhost only.'));
}

/** @param tail the part that the extension itself appends */
function checkBase(value: string, tail: RegExp): Remark | undefined {
  const remark = checkAddress(value);
  if (remark) return remark;
  const { search, hash } = new URL(value);
  if (search !== '' || hash !== '') return error(t('Remove the query and fragment.'));
  const [found] = tail.exec(value) ?? [];
  return found === undefined ? undefined : error(t('Remove “{0}”. It is added automatically.', found));
}

function checkConnect(value: string): Remark | undefined {
  const remark = checkAddress(value);
  if (remark) return remark;
  const { pathname, search } = new URL(value);
  if (search !== '' || pathname !== '/') return undefined;
  return warning(t('The path is missing. It is usually /oauth/authorize.'));
}

/** The service compares redirect URIs exactly (document, endpoint 1); the formats that it accepts are public. */
function checkRedirect(value: string, context: CheckContext): Remark | undefined {
  const url = parseUrl(value);
  if (!url) return error(t('Enter an address.'));
  if (value.includes('#')) return error(t('Remove the fragment (#…).'));
  if (url.protocol === 'http:' && !isLoopbackHost(url.hostname)) {
    return error(t('Use https://, or http:// for localhost only.'));
  }
  if (url.port === '0' || /:0(?:[/?]|$)/.test(value)) {
    return warning(t('Only the sandbox accepts port 0. Enter the registered port.'));
  }
  if (!isPublicService(context)) return undefined;
  if (url.protocol === 'http:' && url.hostname !== 'localhost') {
    return warning(t('The API accepts http:// for localhost only.'));
  }
  const isAccepted = /^(?:https?:|sc)/.test(url.protocol);
  return isAccepted ? undefined : warning(t('Custom schemes must start with sc and the client ID.'));
}

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
type IdField = 'clientId' | 'applicationId' | 'apiClientId';
type Ids = Pick<EnvironmentEntry, 'authUrl' | 'connectUrl' | IdField>;

/** The usual form at the public service, which does not guarantee it. */
const apiClient = /^client_/i;

function checkId(field: IdField, value: string, context: Ids): Remark | undefined {
  if (/[\s:]/.test(value)) return error(t('An ID can’t contain spaces or colons.'));
  const message = mixUp(field, value, context);
  return message === undefined ? undefined : warning(message);
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
export function checkSecret(value: string, entry: Ids, version: ApiVersion): Remark | undefined {
  const text = value.trim();
  if (text === '') return undefined;
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
  return warning(
    t(
      'This looks like the legacy client secret or the Application Management Token. Paste the secret of the API client.',
    ),
  );
}

function isPublicService({ authUrl = '', connectUrl = '' }: Pick<Ids, 'authUrl' | 'connectUrl'>): boolean {
  return [authUrl, connectUrl].some((address) => /(?:^|\.)smartcar\.com$/.test(parseUrl(address)?.hostname ?? ''));
}

function error(message: string): Remark {
  return { severity: 'error', message };
}

function warning(message: string): Remark {
  return { severity: 'warning', message };
}
