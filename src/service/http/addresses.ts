import { isLoopbackHost } from '../../common/loopback/loopback-listeners.ts';
import { parseUrl } from '../../common/missing-in-node-20.ts';
import { t } from '../../common/translate.ts';
import { ServiceError } from '../model/errors.ts';

/**
 * Parses a URL that a request may use: https, or http on this machine, without a user name. Throws ServiceError
 * (`input`), whose message shows no more than the origin because the rest may contain a secret.
 */
export function requestAddress(address: string): URL {
  const url = parseUrl(address);
  if (!url) throw badAddress(t('The API address is not a URL.'));
  if (url.username !== '' || url.password !== '') {
    throw badAddress(t('The API address contains a user name or password ({0}).', url.host));
  }
  if (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackHost(url.hostname))) {
    url.pathname = normalized(url.pathname);
    return url;
  }
  throw badAddress(t('No request was sent to {0} because it would not be encrypted.', `${url.protocol}//${url.host}`));
}

/**
 * Normalizes a path as RFC 3986 does (section 6.2.2), because other programs send only that form, whatever they are
 * given.
 */
function normalized(path: string): string {
  return path
    .replace(/%(?![\da-f]{2})|[^\w.~!$&'()*+,;=:@/%-]/gi, (one) => `%${one.charCodeAt(0).toString(16)}`)
    .replace(/%([\da-f]{2})/gi, (octet, hex: string) => {
      const character = String.fromCharCode(parseInt(hex, 16));
      return /[\w.~-]/.test(character) ? character : octet.toUpperCase();
    });
}

/**
 * Appends a path (with its query) to a base address, which may itself have a path. Throws like {@link requestAddress}.
 */
export function endpointAddress(base: string, path: string): string {
  const url = requestAddress(base);
  if (url.search !== '' || url.hash !== '') {
    throw badAddress(t('The base URL of the API has a query or a fragment ({0}).', url.origin));
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}${path}`;
}

function badAddress(message: string): ServiceError {
  return new ServiceError(message, {
    kind: 'input',
    turn: 'developer',
    nextStep: t(
      'Correct authUrl or baseUrl in the vehicleData.environments setting. Use https://, or http:// on localhost.',
    ),
    remedy: 'edit-environment',
    sent: false,
  });
}
