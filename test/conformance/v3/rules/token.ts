import { oauthError } from '../../../../src/service/oauth/token-contract.ts';
import type { Answer } from '../../http.ts';
import { expect, expectGranted, expectRefused, property, type Rule, rulesOf, show } from '../../rule.ts';
import type { World3 } from '../world.ts';

const rule = rulesOf<World3>({ section: 'Access token', buildsOn: ['v3.token.form'] });

/** Seconds. */
const lifetime = 3600;
/** The clock turns in whole seconds and time passes meanwhile: closer to the limit than this is not asked. */
const margin = 10;

function form(
  id: string,
  title: string,
  basis: Rule<World3>['basis'],
  ask: (world: World3) => Promise<Answer>,
): Rule<World3> {
  return rule(`v3.token.${id}`, {
    basis,
    title,
    buildsOn: [],
    check: async (world) => expectGranted(await ask(world), 'a request for a token'),
  });
}

/** Status and code are public, the name of the field that has the code is reported. */
function expectOAuthRefusal({ status, text }: Answer, wanted: readonly [status: number, code: string], what: string) {
  const [wantedStatus, code] = wanted;
  expect(status === wantedStatus, `${what}: expected ${wantedStatus}, got ${status}`);
  expect(text.includes(code), `${what}: the body does not say ${code}`);
}

export const tokenRules: readonly Rule<World3>[] = [
  form('form', 'grant_type, client_id and client_secret may come as a form', 'public', (world) =>
    world.requestByForm(),
  ),
  form('json', 'grant_type, client_id and client_secret may come as JSON', 'public', (world) => {
    const { clientId, clientSecret } = world.target;
    const fields = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
    return world.requestToken(JSON.stringify(fields), { 'Content-Type': 'application/json' });
  }),
  form('basic', 'client_id and client_secret may come as HTTP Basic', 'reported', (world) => {
    const { clientId, clientSecret } = world.target;
    return world.requestToken('grant_type=client_credentials', {
      'Content-Type': 'application/x-www-form-urlencoded',
      Authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
    });
  }),
  rule('v3.token.fields', {
    public: 'The answer has access_token, a string, and token_type Bearer',
    check: async (world) => {
      const { json } = await world.requestByForm();
      const [token, type] = [property(json, 'access_token'), property(json, 'token_type')];
      expect(typeof token === 'string' && token !== '', `access_token is ${typeof token}`);
      expect(String(type).toLowerCase() === 'bearer', `token_type is ${show(type)}`);
    },
  }),
  rule('v3.token.expires-in', {
    public: `expires_in is ${lifetime}`,
    check: async (world) => {
      const expiresIn = property((await world.requestByForm()).json, 'expires_in');
      expect(expiresIn === lifetime, `expires_in is ${show(expiresIn)}`);
    },
  }),
  rule('v3.token.no-refresh-token', {
    public: 'There is no refresh token',
    check: async (world) => {
      const token = property((await world.requestByForm()).json, 'refresh_token');
      expect(token === undefined || token === null, 'the answer has a refresh_token');
    },
  }),
  rule('v3.token.grant-type-required', {
    public: 'Without grant_type: 400 invalid_request',
    check: async (world) => {
      expectOAuthRefusal(await world.requestByForm({ grant_type: '' }), [400, 'invalid_request'], 'no grant_type');
    },
  }),
  rule('v3.token.grant-type', {
    assumed: 'A grant_type other than client_credentials is refused',
    check: async (world) => {
      for (const grant of ['refresh_token', 'password']) {
        expectRefused(await world.requestByForm({ grant_type: grant }), `grant_type=${grant}`);
      }
    },
  }),
  rule('v3.token.invalid-client', {
    public: 'A wrong client or secret: 401 invalid_client',
    check: async (world) => {
      const unknown = await world.requestByForm({ client_id: 'client_00000000000000000000' });
      expectOAuthRefusal(unknown, [401, 'invalid_client'], 'an unknown client');
      const wrong = await world.requestByForm({ client_secret: 'not-the-secret' });
      expectOAuthRefusal(wrong, [401, 'invalid_client'], 'a wrong secret');
    },
  }),
  rule('v3.token.application-id', {
    assumed: 'The Application ID, which is for Connect, gets no token',
    needs: ['application'],
    check: async (world) => {
      const answer = await world.requestByForm({ client_id: world.target.applicationId ?? '' });
      expectRefused(answer, 'the Application ID as client_id');
    },
  }),
  rule('v3.token.error-body', {
    reported: 'A refusal has error and error_description, in JSON',
    buildsOn: ['v3.token.invalid-client'],
    check: async (world) => {
      const { json } = await world.requestByForm({ client_secret: 'not-the-secret' });
      expect(oauthError.safeParse(json).success, `the body is ${show(json)}`);
      expect(typeof property(json, 'error_description') === 'string', 'error_description is missing');
    },
  }),
];

/** Turns the clock: to be checked last. */
export const tokenLifetimeRule: Rule<World3> = rule('v3.token.lifetime', {
  public: `A token works for ${lifetime} seconds, and then no longer`,
  needs: ['clock'],
  buildsOn: ['v3.bearer.accepted'],
  check: async (world) => {
    const token = await world.newToken();
    await world.advance(lifetime - margin);
    expectGranted(await world.call('/connections', { token }), `a token after ${lifetime - margin} s`);
    await world.advance(2 * margin);
    expectRefused(await world.call('/connections', { token }), `a token after ${lifetime + margin} s`);
  },
});
