import { randomUUID } from 'node:crypto';
import { expect, expectGranted, expectRefused, type Rule } from '../rule.ts';
import type { TokenHeaders, World } from '../world.ts';

const endpoint = 'Endpoints 1 and 2';

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
  return {
    id: `token.${grant}-needs-${field.replaceAll('_', '-')}`,
    section: grant === 'code' ? 'Endpoints 1' : 'Endpoints 2',
    title: `${field} is required with the ${grant === 'code' ? 'authorization_code' : 'refresh_token'} grant`,
    basis: 'document',
    ...(grant === 'code' && { needs: ['connect'] }),
    buildsOn: ['token.refresh'],
    check: async (world) => {
      const { [field]: _, ...rest } = await form(world);
      expectRefused(await world.token(rest), `a request without ${field}`);
    },
  };
}

function header(id: string, title: string, spoilt: (world: World) => TokenHeaders, what: string): Rule {
  return {
    id: `token.${id}`,
    section: endpoint,
    title,
    basis: 'document',
    buildsOn: ['token.refresh'],
    check: (world) => refreshWith(world, spoilt(world), what),
  };
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
  {
    id: 'token.grant-type',
    section: endpoint,
    title: 'grant_type is authorization_code or refresh_token, nothing else',
    basis: 'document',
    buildsOn: ['token.refresh'],
    check: async (world) => {
      for (const grant of ['password', 'client_credentials', 'Refresh_Token']) {
        const form = { ...(await refreshForm(world)), grant_type: grant };
        expectRefused(await world.token(form), `grant_type=${grant}`);
      }
    },
  },
  {
    id: 'token.redirect-equality',
    section: 'Endpoints 1',
    title: 'redirect_uri is checked against the URI of the Connect URL',
    basis: 'document',
    needs: ['connect'],
    buildsOn: ['token.code-exchange'],
    check: async (world) => {
      for (const [what, change] of changes) {
        const code = await world.connect();
        expectRefused(await world.exchange(code, change(world.target.redirectUri)), `a redirect_uri with ${what}`);
      }
    },
  },
  {
    id: 'token.known-code',
    section: 'Endpoints 1',
    title: 'A code that no Connect flow gave is refused',
    basis: 'document',
    check: async (world) => expectRefused(await world.exchange(randomUUID()), 'an invented code'),
  },
  {
    id: 'token.known-refresh-token',
    section: 'Endpoints 2',
    title: 'A refresh token that no exchange gave is refused, an access token among them',
    basis: 'document',
    buildsOn: ['token.refresh'],
    check: async (world) => {
      expectRefused(await world.refresh(randomUUID()), 'an invented refresh token');
      expectRefused(await world.refresh(await world.access()), 'an access token as refresh token');
    },
  },
  {
    id: 'token.code-once',
    section: 'Connect',
    title: 'A code is exchanged once',
    basis: 'assumed',
    needs: ['connect'],
    buildsOn: ['token.code-exchange'],
    check: async (world) => {
      const code = await world.connect();
      expectGranted(await world.exchange(code), 'the first exchange');
      expectRefused(await world.exchange(code), 'the second exchange of a code');
    },
  },
  {
    id: 'token.no-version',
    section: 'Versioning',
    title: 'The path of the token endpoint has no version segment',
    basis: 'document',
    buildsOn: ['token.refresh'],
    check: async (world) => {
      const answer = await world.token(await refreshForm(world), {}, '/v2.0/oauth/token');
      expect(answer.status >= 400, `a token request below v2.0 was answered with ${answer.status}`);
    },
  },
];
