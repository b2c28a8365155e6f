import { javaNethttp } from '@scalar/snippetz/plugins/java/nethttp';
import { nodeFetch } from '@scalar/snippetz/plugins/node/fetch';
import { pythonRequests } from '@scalar/snippetz/plugins/python/requests';
import { shellCurl } from '@scalar/snippetz/plugins/shell/curl';
import type { JournalEntry } from './journal.ts';
import type { Language } from './languages.ts';
import { mask } from './shown-parameters.ts';
import { finished } from './code-variables.ts';

const plugins = {
  curl: shellCurl,
  fetch: nodeFetch,
  requests: pythonRequests,
  java: javaNethttp,
} as const satisfies Record<Language['id'], unknown>;

/** Set by whoever sends: the compression that it can undo. */
const droppedHeader = /^accept-encoding$/i;

/**
 * The request as a program. Each secret is a variable, read from the process's environment: `ACCESS_TOKEN`,
 * `CLIENT_CREDENTIALS` (base64 of client id, colon, secret), `REFRESH_TOKEN`, `CODE`.
 */
export function snippet(entry: JournalEntry, language: Language): string {
  const headers = Object.entries(entry.requestHeaders)
    .filter(([name]) => !droppedHeader.test(name))
    .map(([name, value]) => ({ name, value: /^user-agent$/i.test(name) ? 'your-app/1.0' : headerValue(value) }));
  const form = [...new URLSearchParams(entry.requestBody ?? '')].map(([name, value]) => ({
    name,
    value: value === mask ? variable(name) : value,
  }));
  const written = plugins[language.id].generate({
    method: entry.method,
    // The library leaves quotation marks of an address as they are.
    url: `${entry.origin}${entry.path}`.replace(/[^\x21-\x7e]|['"`$\\]/gu, (one) => `%${hex(one)}`),
    headers,
    ...(form.length > 0 && { postData: { mimeType: 'application/x-www-form-urlencoded', params: form } }),
  });
  return finished(written, language);
}

/** `Bearer …` → `Bearer` and the variable's place. */
function headerValue(value: string): string {
  if (value === `Bearer ${mask}`) return `Bearer ${variable('access_token')}`;
  return value === `Basic ${mask}` ? `Basic ${variable('client_credentials')}` : value;
}

/** Marks the place of a variable, in characters that no language and no encoding changes. */
function variable(name: string): string {
  return `vdxvar${name.toUpperCase()}xdv`;
}

function hex(character: string): string {
  return Buffer.from(character)
    .toString('hex')
    .toUpperCase()
    .replace(/..(?!$)/g, '$&%');
}
