import { isSameSecret } from '../../common/random-secret.ts';
import type { RuleIds } from '../behavior-basis.ts';
import type { Application } from '../world/application.ts';
import { OAuthFailure } from './oauth-failure.ts';

/** Fields of a form; each appears once. */
export type Form = Readonly<Partial<Record<string, string>>>;

/**
 * Checks which client asks for tokens, and returns the rules that apply. The specification requires HTTP Basic. If that
 * header is missing, the body may identify the client instead, as the service's own Ruby library does. Throws
 * OAuthFailure.
 */
export function authenticateClient(authorization: string | undefined, form: Form, application: Application): RuleIds {
  const { clientId, clientSecret } = application;
  switch (presentedClient(authorization, form, { id: clientId, secret: clientSecret }).way) {
    case 'body':
      return ['token.client-in-body'];
    case 'basic':
      return ['token.basic'];
    case 'basic-encoded':
      return ['token.basic', 'token.basic-encoded'];
    case undefined:
      throw invalidClient();
  }
}

interface Credentials {
  readonly id: string;
  readonly secret: string;
}

/** The credentials in a request, and how they were sent if they are those of the expected client. */
export function presentedClient(
  authorization: string | undefined,
  form: Form,
  expected: Credentials,
): Credentials & { readonly way: 'body' | 'basic' | 'basic-encoded' | undefined } {
  const isExpected = ({ id, secret }: Credentials) =>
    isSameSecret(expected.id, id) && isSameSecret(expected.secret, secret);
  if (authorization === undefined) {
    const client = { id: form.client_id ?? '', secret: form.client_secret ?? '' };
    return { ...client, way: isExpected(client) ? 'body' : undefined };
  }
  const [id, secret] = basicCredentials(authorization);
  if (isExpected({ id, secret })) return { id, secret, way: 'basic' };
  // RFC 6749, section 2.3.1: both are form-encoded first, so that `-` may arrive as `%2D`.
  const decoded = { id: formDecoded(id), secret: formDecoded(secret) };
  return { ...decoded, way: isExpected(decoded) ? 'basic-encoded' : undefined };
}

function invalidClient(): OAuthFailure {
  return new OAuthFailure('invalid_client', 'Client authentication failed.', ['token.basic', 'token.invalid-client']);
}

/** Parses `Basic` and the base64 of ID, colon, secret; both are empty if the header is invalid. */
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
