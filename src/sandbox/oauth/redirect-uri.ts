import type { Application } from '../world/application.ts';
import { isLoopbackHost } from '../../common/loopback/loopback-host.ts';

/**
 * Public rules for where a browser may be sent back to: http only on this machine, https anywhere, or the scheme
 * `sc{clientId}`. Anything else, in particular `javascript:`, never becomes a redirect.
 */
export function isAllowedRedirectUri(redirectUri: string, clientId: string): boolean {
  if (redirectUri.includes('#') || !URL.canParse(redirectUri)) return false;
  const url = new URL(redirectUri);
  if (url.username !== '' || url.password !== '') return false;
  if (url.protocol === 'http:') return isLoopbackHost(url.host);
  return url.protocol === 'https:' || redirectUri.startsWith(`sc${clientId}://`);
}

/** Public: if redirect URIs are registered, this one must match one of them exactly. */
export function isRegisteredRedirectUri(redirectUri: string, { redirectUris }: Application): boolean {
  return redirectUris?.includes(redirectUri) ?? true;
}

/** Whether a browser may be sent back to this URI. */
export function mayRedirect(redirectUri: string, application: Application): boolean {
  return isAllowedRedirectUri(redirectUri, application.clientId) && isRegisteredRedirectUri(redirectUri, application);
}

/**
 * The redirect URI with parameters added. Values must already be percent-encoded and are passed on unchanged, so that
 * what an application sent comes back byte for byte.
 */
export function withEncodedParameters(redirectUri: string, parameters: readonly (readonly [string, string])[]): string {
  const base = new URL(redirectUri).href;
  const query = parameters.map(([name, value]) => `${name}=${value}`).join('&');
  return `${base}${base.includes('?') ? '&' : '?'}${query}`;
}

/** A query parameter, still percent-encoded; undefined if it is absent. */
export function encodedParameter(search: string, name: string): string | undefined {
  const prefix = `${name}=`;
  return search
    .replace(/^\?/, '')
    .split('&')
    .find((pair) => pair.startsWith(prefix))
    ?.slice(prefix.length);
}
