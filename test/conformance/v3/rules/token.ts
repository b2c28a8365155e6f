import { oauthError } from '../../../../src/service/oauth/token-contract.ts';
import type { Answer } from '../../http.ts';
import { expect, expectGranted, expectRefused, property, show } from '../../rule.ts';
import type { Rule3 } from '../rule.ts';
import { requestByForm, requestToken } from '../token-requests.ts';
import type { World3 } from '../world.ts';

const section = 'Access token';
/** Seconds. */
const lifetime = 3600;
/** The clock turns in whole seconds and time passes meanwhile: closer to the limit than this is not asked. */
const margin = 10;

function form(id: string, title: string, basis: Rule3['basis'], ask: (world: World3) => Promise<Answer>): Rule3 {
  return {
    id: `v3.token.${id}`,
    section,
    title,
    basis,
    check: async (world) => expectGranted(await ask(world), 'a request for a token'),
  };
}

/** Status and code are public, the name of the field that has the code is reported. */
function expectOAuthRefusal({ status, text }: Answer, wanted: readonly [status: number, code: string], what: string) {
  const [wantedStatus, code] = wanted;
  expect(status === wantedStatus, `${what}: expected ${wantedStatus}, got ${status}`);
  expect(text.includes(code), `${what}: the body does not say ${code}`);
}

export const tokenRules: readonly Rule3[] = [
  form('form', 'grant_type, client_id and client_secret may come as a form', 'public', (world) =>
    requestByForm(world.target),
  ),
  form('json', 'grant_type, client_id and client_secret may come as JSON', 'public', (world) => {
    const { clientId, clientSecret } = world.target;
    const fields = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
    return requestToken(world.target, JSON.stringify(fields), { 'Content-Type': 'application/json' });
  }),
  form('basic', 'client_id and client_secret may come as HTTP Basic', 'reported', (world) => {
    const { clientId, clientSecret } = world.target;
    return requestToken(world.target, 'grant_type=client_credentials', {
      'Content-Type': 'application/x-www-form-urlencoded',
      Authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
    });
  }),
  {
    id: 'v3.token.fields',
    section,
    title: 'The answer has access_token, a string, and token_type Bearer',
    basis: 'public',
    buildsOn: ['v3.token.form'],
    check: async (world) => {
      const { json } = await requestByForm(world.target);
      const [token, type] = [property(json, 'access_token'), property(json, 'token_type')];
      expect(typeof token === 'string' && token !== '', `access_token is ${typeof token}`);
      expect(String(type).toLowerCase() === 'bearer', `token_type is ${show(type)}`);
    },
  },
  {
    id: 'v3.token.expires-in',
    section,
    title: `expires_in is ${lifetime}`,
    basis: 'public',
    buildsOn: ['v3.token.form'],
    check: async (world) => {
      const expiresIn = property((await requestByForm(world.target)).json, 'expires_in');
      expect(expiresIn === lifetime, `expires_in is ${show(expiresIn)}`);
    },
  },
  {
    id: 'v3.token.no-refresh-token',
    section,
    title: 'There is no refresh token',
    basis: 'public',
    buildsOn: ['v3.token.form'],
    check: async (world) => {
      const token = property((await requestByForm(world.target)).json, 'refresh_token');
      expect(token === undefined || token === null, 'the answer has a refresh_token');
    },
  },
  {
    id: 'v3.token.grant-type-required',
    section,
    title: 'Without grant_type: 400 invalid_request',
    basis: 'public',
    buildsOn: ['v3.token.form'],
    check: async (world) => {
      expectOAuthRefusal(
        await requestByForm(world.target, { grant_type: '' }),
        [400, 'invalid_request'],
        'no grant_type',
      );
    },
  },
  {
    id: 'v3.token.grant-type',
    section,
    title: 'A grant_type other than client_credentials is refused',
    basis: 'assumed',
    buildsOn: ['v3.token.form'],
    check: async (world) => {
      for (const grant of ['refresh_token', 'password']) {
        expectRefused(await requestByForm(world.target, { grant_type: grant }), `grant_type=${grant}`);
      }
    },
  },
  {
    id: 'v3.token.invalid-client',
    section,
    title: 'A wrong client or secret: 401 invalid_client',
    basis: 'public',
    buildsOn: ['v3.token.form'],
    check: async (world) => {
      const unknown = await requestByForm(world.target, { client_id: 'client_00000000000000000000' });
      expectOAuthRefusal(unknown, [401, 'invalid_client'], 'an unknown client');
      const wrong = await requestByForm(world.target, { client_secret: 'not-the-secret' });
      expectOAuthRefusal(wrong, [401, 'invalid_client'], 'a wrong secret');
    },
  },
  {
    id: 'v3.token.application-id',
    section,
    title: 'The Application ID, which is for Connect, gets no token',
    basis: 'assumed',
    needs: ['application'],
    buildsOn: ['v3.token.form'],
    check: async (world) => {
      const answer = await requestByForm(world.target, { client_id: world.target.applicationId ?? '' });
      expectRefused(answer, 'the Application ID as client_id');
    },
  },
  {
    id: 'v3.token.error-body',
    section,
    title: 'A refusal has error and error_description, in JSON',
    basis: 'reported',
    buildsOn: ['v3.token.invalid-client'],
    check: async (world) => {
      const { json } = await requestByForm(world.target, { client_secret: 'not-the-secret' });
      expect(oauthError.safeParse(json).success, `the body is ${show(json)}`);
      expect(typeof property(json, 'error_description') === 'string', 'error_description is missing');
    },
  },
];

/** Turns the clock: to be checked last. */
export const tokenLifetimeRule: Rule3 = {
  id: 'v3.token.lifetime',
  section,
  title: `A token works for ${lifetime} seconds, and then no longer`,
  basis: 'public',
  needs: ['clock'],
  buildsOn: ['v3.bearer.accepted'],
  check: async (world) => {
    const token = await world.newToken();
    await world.advance(lifetime - margin);
    expectGranted(await world.call('/connections', { token }), `a token after ${lifetime - margin} s`);
    await world.advance(2 * margin);
    expectRefused(await world.call('/connections', { token }), `a token after ${lifetime + margin} s`);
  },
};
