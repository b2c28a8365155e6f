import { type Answer, send } from '../http.ts';
import { Broken, property } from '../rule.ts';
import type { Target3 } from './target.ts';

export const userAgent = 'conformance-suite/1.0';

/** `POST /oauth2/token` */
export function requestToken({ authUrl }: Target3, body: string, headers: Record<string, string>): Promise<Answer> {
  return send(`${authUrl}/oauth2/token`, { method: 'POST', headers: { 'User-Agent': userAgent, ...headers }, body });
}

/** The credentials as a form; a field of '' is left out. */
export function requestByForm(target: Target3, changes: Record<string, string> = {}): Promise<Answer> {
  const { clientId, clientSecret } = target;
  const fields = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret, ...changes };
  const sent = Object.entries(fields).filter(([, value]) => value !== '');
  const type = { 'Content-Type': 'application/x-www-form-urlencoded' };
  return requestToken(target, new URLSearchParams(sent).toString(), type);
}

export async function newToken(target: Target3): Promise<string> {
  const { status, json } = await requestByForm(target);
  const token = property(json, 'access_token');
  if (typeof token === 'string') return token;
  throw new Broken(`the token endpoint answered ${status} without a token`);
}
