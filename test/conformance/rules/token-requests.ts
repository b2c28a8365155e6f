import { randomUUID } from 'node:crypto';
import { expect, expectGranted, expectRefused, type Rule, rulesOf } from '../rule.ts';
import type { TokenHeaders, World } from '../world.ts';

const endpoint = 'Endpoints 1 and 2';

const rule = rulesOf<World>({ section: endpoint, buildsOn: ['token.refresh'] });

/** A refresh that lacks nothing but what `headers` spoil. */
async function refreshWith(world: World, headers: TokenHeaders, what: string): Promise<void> {
  const { refresh } = await world.pair();
  expectRefused(await world.token({ grant_type: 'refresh_token', refresh_token: refresh }, headers), what);
}

async function codeForm(world: World): Promise<Record<string, string>> {
  return { grant_type: 'authorization_code', code: await world.connect(), redirect_uri: world.target.redirectUri };
}

async function refreshForm(world: World): Promise<Record<string, string>> {
  return { grant_type: 'refresh_token', refresh_token: (await world.pair()).refresh };
}

/** A form without one of its fields is refused. */
function required(grant: string, field: string, form: (world: World) => Promise<Record<string, string>>): Rule {
  return rule(`token.${grant}-needs-${field.replaceAll('_', '-')}`, {
    document: `${field} is required with the ${grant === 'code' ? 'authorization_code' : 'refresh_token'} grant`,
    section: grant === 'code' ? 'Endpoints 1' : 'Endpoints 2',
    ...(grant === 'code' && { needs: ['connect'] }),
    check: async (world) => {
      const { [field]: _, ...rest } = await form(world);
      expectRefused(await world.token(rest), `a request without ${field}`);
    },
  });
}

function header(id: string, title: string, spoilt: (world: World) => TokenHeaders, what: string): Rule {
  return rule(`token.${id}`, {
    document: title,
    check: (world) => refreshWith(world, spoilt(world), what),
  });
}

const changes: readonly (readonly [what: string, change: (uri: string) => string])[] = [
  ['another path', (uri) => `${uri}/other`],
  ['a query that was not there', (uri) => `${uri}?x=1`],
  ['another host', () => 'https://example.com/callback'],
];

export const tokenRequestRules: readonly Rule[] = [
  header('basic-required', 'The header Authorization is required', () => ({ authorization: '' }), 'no Authorization'),
  header(
    'basic-scheme',
    'Authorization is HTTP Basic',
    (world) => ({ authorization: world.basic().replace('Basic', 'Bearer') }),
    'the credentials as Bearer',
  ),
  header(
    'basic-client-id',
    'The client id of the Basic credentials is checked',
    (world) => ({ authorization: world.basic(randomUUID()) }),
    'an unknown client id',
  ),
  header(
    'basic-client-secret',
    'The client secret of the Basic credentials is checked',
    (world) => ({ authorization: world.basic(undefined, 'not the secret') }),
    'a wrong client secret',
  ),
  header('user-agent', 'The header User-Agent is required', () => ({ userAgent: '' }), 'no User-Agent'),
  header(
    'content-type',
    'Content-Type must be application/x-www-form-urlencoded',
    () => ({ contentType: 'text/plain' }),
    'a form sent as text/plain',
  ),
  required('code', 'grant_type', codeForm),
  required('code', 'code', codeForm),
  required('code', 'redirect_uri', codeForm),
  required('refresh', 'refresh_token', refreshForm),
  rule('token.grant-type', {
    document: 'grant_type is authorization_code or refresh_token, nothing else',
    check: async (world) => {
      for (const grant of ['password', 'client_credentials', 'Refresh_Token']) {
        const form = { ...(await refreshForm(world)), grant_type: grant };
        expectRefused(await world.token(form), `grant_type=${grant}`);
      }
    },
  }),
  rule('token.redirect-equality', {
    document: 'redirect_uri is checked against the URI of the Connect URL',
    section: 'Endpoints 1',
    needs: ['connect'],
    buildsOn: ['token.code-exchange'],
    check: async (world) => {
      for (const [what, change] of changes) {
        const code = await world.connect();
        expectRefused(await world.exchange(code, change(world.target.redirectUri)), `a redirect_uri with ${what}`);
      }
    },
  }),
  rule('token.known-code', {
    document: 'A code that no Connect flow gave is refused',
    section: 'Endpoints 1',
    buildsOn: [],
    check: async (world) => expectRefused(await world.exchange(randomUUID()), 'an invented code'),
  }),
  rule('token.known-refresh-token', {
    document: 'A refresh token that no exchange gave is refused, an access token among them',
    section: 'Endpoints 2',
    check: async (world) => {
      expectRefused(await world.refresh(randomUUID()), 'an invented refresh token');
      expectRefused(await world.refresh(await world.access()), 'an access token as refresh token');
    },
  }),
  rule('token.code-once', {
    assumed: 'A code is exchanged once',
    section: 'Connect',
    needs: ['connect'],
    buildsOn: ['token.code-exchange'],
    check: async (world) => {
      const code = await world.connect();
      expectGranted(await world.exchange(code), 'the first exchange');
      expectRefused(await world.exchange(code), 'the second exchange of a code');
    },
  }),
  rule('token.no-version', {
    document: 'The path of the token endpoint has no version segment',
    section: 'Versioning',
    check: async (world) => {
      const answer = await world.token(await refreshForm(world), {}, '/v2.0/oauth/token');
      expect(answer.status >= 400, `a token request below v2.0 was answered with ${answer.status}`);
    },
  }),
];
