import { isSameSecret } from '../../common/random-secret.ts';
import type { RuleIds } from '../behavior-basis.ts';
import type { Application } from '../world/application.ts';
import { OAuthFailure } from './oauth-failure.ts';

/** Fields of a form; each appears once. */
export type Form = Readonly<Partial<Record<string, string>>>;

/**
 * Checks who asks for tokens, and returns the rules that this shows. Document: HTTP Basic. Where that header is missing,
 * the body may say it instead, as the service's own Ruby library does. Throws OAuthFailure.
 */
export function authenticateClient(authorization: string | undefined, form: Form, application: Application): RuleIds {
  const { clientId, clientSecret } = application;
  const isClient = (id: string, secret: string) => isSameSecret(clientId, id) && isSameSecret(clientSecret, secret);
  if (authorization === undefined) {
    if (isClient(form.client_id ?? '', form.client_secret ?? '')) return ['token.client-in-body'];
    throw invalidClient();
  }
  const [id, secret] = basicCredentials(authorization);
  if (isClient(id, secret)) return ['token.basic'];
  // RFC 6749, section 2.3.1: both are form-encoded first, so that `-` may arrive as `%2D`.
  if (isClient(formDecoded(id), formDecoded(secret))) return ['token.basic', 'token.basic-encoded'];
  throw invalidClient();
}

function invalidClient(): OAuthFailure {
  return new OAuthFailure('invalid_client', 'Client authentication failed.', ['token.basic', 'token.invalid-client']);
}

/** Basic and base64 of ID, colon, secret; empty where it is none. */
function basicCredentials(authorization: string): readonly [id: string, secret: string] {
  const encoded = /^Basic +([A-Za-z0-9+/]+={0,2})$/i.exec(authorization)?.[1];
  const pair = Buffer.from(encoded ?? '', 'base64').toString('utf8');
  const colon = pair.indexOf(':');
  return [pair.slice(0, Math.max(colon, 0)), pair.slice(colon + 1)];
}

function formDecoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
