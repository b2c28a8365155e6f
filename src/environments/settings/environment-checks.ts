import { t } from '../../common/translate.ts';
import { isLoopback } from '../../service/http/addresses.ts';
import { type EnvironmentEntry, type Finding, type TextField, textFields } from './environment-entry.ts';

type Complaint = Omit<Finding, 'field'>;

/** What the other fields say, where that decides. */
export type CheckContext = Pick<EnvironmentEntry, 'authUrl' | 'connectUrl'>;

/** The traps that environments are known to have; undefined for a good value. */
export function checkField(field: TextField, value: string, context: CheckContext): Finding | undefined {
  const complaint = checkSpaces(value) ?? checks[field](value, context);
  return complaint && { field, ...complaint };
}

/** The findings of a whole entry, errors first. Fields that are not there, or no text, are left out. */
export function checkEntry(entry: EnvironmentEntry): readonly Finding[] {
  const findings = textFields.flatMap((field) => {
    const value = entry[field];
    return (typeof value === 'string' ? checkField(field, value, entry) : undefined) ?? [];
  });
  return findings.sort((a, b) => Number(a.severity === 'warning') - Number(b.severity === 'warning'));
}

const checks: Readonly<Record<TextField, (value: string, context: CheckContext) => Complaint | undefined>> = {
  authUrl: (value) => checkBase(value, /\/oauth\/token\/?$/),
  baseUrl: (value) => checkBase(value, /\/v\d+(?:\.\d+)?\/?$/),
  connectUrl: checkConnect,
  clientId: checkClientId,
  redirectUri: checkRedirect,
};

function checkSpaces(value: string): Complaint | undefined {
  const trimmed = value.trim();
  if (trimmed === '') return error(t('Enter a value.'));
  return trimmed === value ? undefined : error(t('Remove the spaces at the start or end.'));
}

/** https everywhere, plain http on this machine only: a token never crosses a network in the clear. */
function checkAddress(value: string): Complaint | undefined {
  const url = URL.parse(value);
  if (!url || url.host === '') return error(t('Enter an address that starts with https://'));
  if (url.username !== '' || url.password !== '') return error(t('Remove the user name and password.'));
  if (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))) return undefined;
  return error(t('Use https://, or http:// for localhost only.'));
}

/** @param tail what the extension appends itself */
function checkBase(value: string, tail: RegExp): Complaint | undefined {
  const complaint = checkAddress(value);
  if (complaint) return complaint;
  const { search, hash } = new URL(value);
  if (search !== '' || hash !== '') return error(t('Remove the query and fragment.'));
  const [found] = tail.exec(value) ?? [];
  return found === undefined ? undefined : error(t('Remove “{0}”. It is added automatically.', found));
}

function checkConnect(value: string): Complaint | undefined {
  const complaint = checkAddress(value);
  if (complaint) return complaint;
  const { pathname, search } = new URL(value);
  if (search !== '' || pathname !== '/') return undefined;
  return warning(t('The path is missing. It is usually /oauth/authorize.'));
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * Applications have two ids since version 3 (public): Connect and version 2.0 take the UUID, and `client_…` is for
 * tokens of version 3. To mix them up is the most frequent complaint. Other services have ids of their own.
 */
function checkClientId(value: string, context: CheckContext): Complaint | undefined {
  if (/[\s:]/.test(value)) return error(t('A client ID can’t contain spaces or colons.'));
  if (!isPublicService(context) || uuid.test(value)) return undefined;
  return warning(t('Version 2.0 of this API needs a UUID. IDs that start with client_ are for version 3.'));
}

function isPublicService({ authUrl = '', connectUrl = '' }: CheckContext): boolean {
  return [authUrl, connectUrl].some((address) => /(?:^|\.)smartcar\.com$/.test(URL.parse(address)?.hostname ?? ''));
}

/** The service compares redirect URIs to the letter (document, endpoint 1); its formats are public. */
function checkRedirect(value: string, context: CheckContext): Complaint | undefined {
  const url = URL.parse(value);
  if (!url) return error(t('Enter an address.'));
  if (value.includes('#')) return error(t('Remove the fragment (#…).'));
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
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

function error(message: string): Complaint {
  return { severity: 'error', message };
}

function warning(message: string): Complaint {
  return { severity: 'warning', message };
}
