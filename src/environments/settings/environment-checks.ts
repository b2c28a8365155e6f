import { t } from '../../common/translate.ts';
import { isLoopback } from '../../service/http/addresses.ts';
import type { EnvironmentEntry, Finding, TextField } from './environment-entry.ts';
import { textFields } from './environment-entry.ts';

type Complaint = Omit<Finding, 'field'>;

/** What the other fields say, where that decides. */
export type CheckContext = Pick<EnvironmentEntry, 'authUrl' | 'connectUrl'>;

/** The traps that environments are known to have, each with a fix where one is certain; undefined for a good value. */
export function checkField(field: TextField, value: string, context: CheckContext): Finding | undefined {
  const complaint = value.trim() === '' ? error(t('Enter a value.')) : checks[field](value, context);
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
  authUrl: (value, _) => checkBase(value) ?? checkTail(value, /\/oauth\/token\/?$/),
  baseUrl: (value, _) => checkBase(value) ?? checkTail(value, /\/v\d+(?:\.\d+)?\/?$/),
  connectUrl: (value, _) => checkAddress(value) ?? checkConnect(value),
  clientId: checkClientId,
  redirectUri: checkRedirect,
};

/** https everywhere, plain http on this machine only: a token never crosses a network in the clear. */
function checkAddress(value: string): Complaint | undefined {
  const trimmed = value.trim();
  if (trimmed !== value) return error(t('Remove the spaces at the start or end.'), fix(trimmed));
  const url = URL.parse(value);
  if (!url || url.host === '') {
    const secured = `https://${value}`;
    const guess = /^[\w-]+(?:\.[\w-]+)+(?:[:/]|$)/.test(value) ? fix(secured) : undefined;
    return error(t('Enter an address that starts with https://'), guess);
  }
  if (url.username !== '' || url.password !== '') {
    return error(t('Remove the user name and password.'), fix(value.replace(/\/\/[^/@]*@/, '//')));
  }
  if (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))) return undefined;
  if (url.protocol !== 'http:') return error(t('Use https://, or http:// on this machine.'));
  return error(
    t('http:// sends tokens unencrypted. Use it for localhost only.'),
    fix(value.replace(/^http:/i, 'https:')),
  );
}

function checkBase(value: string): Complaint | undefined {
  const complaint = checkAddress(value);
  if (complaint) return complaint;
  const { search, hash } = new URL(value);
  if (search === '' && hash === '') return undefined;
  return error(t('Remove the query and fragment.'), fix(value.replace(/[?#].*$/s, '')));
}

/** What the extension appends itself. */
function checkTail(value: string, tail: RegExp): Complaint | undefined {
  const [found] = tail.exec(value) ?? [];
  if (found === undefined) return undefined;
  return error(
    t('Remove “{0}”. It is added automatically.', found.replace(/\/$/, '')),
    fix(value.slice(0, -found.length)),
  );
}

function checkConnect(value: string): Complaint | undefined {
  const { pathname, search } = new URL(value);
  if (search !== '' || pathname !== '/') return undefined;
  const message = t('The path is missing. It is usually /oauth/authorize.');
  return warning(message, fix(`${value.replace(/\/$/, '')}/oauth/authorize`));
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * Applications have two ids since version 3 (public): Connect and version 2.0 take the UUID, and `client_…` is for
 * tokens of version 3. To mix them up is the most frequent complaint. Other services have ids of their own.
 */
function checkClientId(value: string, { authUrl, connectUrl }: CheckContext): Complaint | undefined {
  const trimmed = value.trim();
  if (trimmed !== value) return error(t('Remove the spaces at the start or end.'), fix(trimmed));
  if (/[\s:]/.test(value)) return error(t('A client ID can’t contain spaces or colons.'));
  if (![authUrl, connectUrl].some(isPublicService) || uuid.test(value)) return undefined;
  if (value.startsWith('client_')) {
    return warning(t('IDs that start with client_ are for version 3. Version 2.0 needs the UUID.'));
  }
  return warning(t('Client IDs of this API are UUIDs. Compare it with the dashboard.'));
}

function isPublicService(address: string | undefined): boolean {
  return /(?:^|\.)smartcar\.com$/.test(URL.parse(address ?? '')?.hostname ?? '');
}

/** The service compares redirect URIs to the letter (document, endpoint 1); its formats are public. */
function checkRedirect(value: string, { authUrl, connectUrl }: CheckContext): Complaint | undefined {
  const trimmed = value.trim();
  if (trimmed !== value) return error(t('Remove the spaces at the start or end.'), fix(trimmed));
  const url = URL.parse(value);
  if (!url) return error(t('Enter an address.'));
  if (value.includes('#')) {
    return error(t('Remove the fragment (#…).'), fix(value.replace(/#.*$/s, '')));
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    return error(
      t('http:// sends the code unencrypted. Use it for localhost only.'),
      fix(value.replace(/^http:/i, 'https:')),
    );
  }
  if (url.port === '0' || /:0(?:[/?]|$)/.test(value)) {
    return warning(t('Only the sandbox accepts port 0. Enter the registered port.'));
  }
  return [authUrl, connectUrl].some(isPublicService) ? checkPublicRedirect(value, url) : undefined;
}

function checkPublicRedirect(value: string, url: URL): Complaint | undefined {
  if (url.protocol === 'http:' && url.hostname !== 'localhost') {
    const named = value.replace(/^http:\/\/(?:\[[^\]]*\]|[^/:]*)/i, 'http://localhost');
    return warning(t('The API accepts http:// for localhost only.'), fix(named));
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:' && !url.protocol.startsWith('sc')) {
    return warning(t('Custom schemes must start with sc and the client ID.'));
  }
  return undefined;
}

function error(message: string, fix?: Finding['fix']): Complaint {
  return { severity: 'error', message, ...(fix && { fix }) };
}

function warning(message: string, fix?: Finding['fix']): Complaint {
  return { severity: 'warning', message, ...(fix && { fix }) };
}

function fix(value: string): Finding['fix'] {
  return { label: t('Use {0}', value), value };
}
