import { t } from '../../common/translate.ts';
import { isLoopback } from '../../service/http/addresses.ts';
import type { EnvironmentEntry, Finding, TextField } from './environment-entry.ts';
import { textFields } from './environment-entry.ts';

type Complaint = Omit<Finding, 'field'>;

/** What the other fields say, where that decides. */
export type CheckContext = Pick<EnvironmentEntry, 'authUrl' | 'connectUrl'>;

/** The traps that environments are known to have, each with a fix where one is certain; undefined for a good value. */
export function checkField(field: TextField, value: string, context: CheckContext): Finding | undefined {
  const complaint = value.trim() === '' ? error(t('Fill this in.')) : checks[field](value, context);
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
  if (trimmed !== value) return error(t('There are spaces around it.'), fix(trimmed));
  const url = URL.parse(value);
  if (!url || url.host === '') {
    const secured = `https://${value}`;
    const guess = /^[\w-]+(?:\.[\w-]+)+(?:[:/]|$)/.test(value) ? fix(secured) : undefined;
    return error(t('This is not an address. Write it as https://…'), guess);
  }
  if (url.username !== '' || url.password !== '') {
    return error(t('An address must not hold a user name or password.'), fix(value.replace(/\/\/[^/@]*@/, '//')));
  }
  if (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))) return undefined;
  if (url.protocol !== 'http:') return error(t('Only https:// works, and http:// on this machine.'));
  return error(
    t('Tokens would cross the network unencrypted: http:// is accepted for localhost only.'),
    fix(value.replace(/^http:/i, 'https:')),
  );
}

function checkBase(value: string): Complaint | undefined {
  const complaint = checkAddress(value);
  if (complaint) return complaint;
  const { search, hash } = new URL(value);
  if (search === '' && hash === '') return undefined;
  return error(t('A base address has no query and no fragment.'), fix(value.replace(/[?#].*$/s, '')));
}

/** What the extension appends itself. */
function checkTail(value: string, tail: RegExp): Complaint | undefined {
  const [found] = tail.exec(value) ?? [];
  if (found === undefined) return undefined;
  return error(
    t('Leave “{0}” out: it is appended by itself.', found.replace(/\/$/, '')),
    fix(value.slice(0, -found.length)),
  );
}

function checkConnect(value: string): Complaint | undefined {
  const { pathname, search } = new URL(value);
  if (search !== '' || pathname !== '/') return undefined;
  const message = t('This has no path. The Connect page is usually at /oauth/authorize.');
  return warning(message, fix(`${value.replace(/\/$/, '')}/oauth/authorize`));
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * Applications have two ids since version 3 (public): Connect and version 2.0 take the UUID, and `client_…` is for
 * tokens of version 3. To mix them up is the most frequent complaint. Other services have ids of their own.
 */
function checkClientId(value: string, { authUrl, connectUrl }: CheckContext): Complaint | undefined {
  const trimmed = value.trim();
  if (trimmed !== value) return error(t('There are spaces around it.'), fix(trimmed));
  if (/[\s:]/.test(value)) return error(t('A client id holds no spaces and no colon.'));
  if (![authUrl, connectUrl].some(isPublicService) || uuid.test(value)) return undefined;
  if (value.startsWith('client_')) {
    return warning(
      t(
        'This is an id for tokens of version 3 (client_…). Version 2.0 takes the id that is a UUID, for Connect and for tokens.',
      ),
    );
  }
  return warning(t('Client ids of this service are UUIDs. Compare it with the service’s dashboard.'));
}

function isPublicService(address: string | undefined): boolean {
  return /(?:^|\.)smartcar\.com$/.test(URL.parse(address ?? '')?.hostname ?? '');
}

/** The service compares redirect URIs to the letter (document, endpoint 1); its formats are public. */
function checkRedirect(value: string, { authUrl, connectUrl }: CheckContext): Complaint | undefined {
  const trimmed = value.trim();
  if (trimmed !== value) return error(t('There are spaces around it.'), fix(trimmed));
  const url = URL.parse(value);
  if (!url) return error(t('This is not an address.'));
  if (value.includes('#')) {
    return error(t('A redirect URI has no fragment.'), fix(value.replace(/#.*$/s, '')));
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    return error(
      t('The code would cross the network unencrypted: http:// is accepted for localhost only.'),
      fix(value.replace(/^http:/i, 'https:')),
    );
  }
  if (url.port === '0' || /:0(?:[/?]|$)/.test(value)) {
    return warning(
      t('Port 0 lets this machine choose a port, which only the sandbox accepts. Name the registered port.'),
    );
  }
  return [authUrl, connectUrl].some(isPublicService) ? checkPublicRedirect(value, url) : undefined;
}

function checkPublicRedirect(value: string, url: URL): Complaint | undefined {
  if (url.protocol === 'http:' && url.hostname !== 'localhost') {
    const named = value.replace(/^http:\/\/(?:\[[^\]]*\]|[^/:]*)/i, 'http://localhost');
    return warning(t('The service documents http:// for the name localhost only.'), fix(named));
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:' && !url.protocol.startsWith('sc')) {
    return warning(t('The service documents own schemes only if they begin with sc and the client id.'));
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
