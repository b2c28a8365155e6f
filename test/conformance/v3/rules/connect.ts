import type { Arrival } from '../../browse.ts';
import { expect, type Rule, rulesOf, show } from '../../rule.ts';
import { userIdOf, type World3 } from '../world.ts';

const rule = rulesOf<World3>({
  section: 'Connect',
  needs: ['connect', 'application'],
  buildsOn: ['v3.connect.application-id'],
});

/** What the owner comes back with. */
function redirected(arrival: Arrival, what: string): URLSearchParams {
  expect('redirect' in arrival, `${what}: Connect did not send the owner back`);
  return arrival.redirect.searchParams;
}

export const connectRules: readonly Rule<World3>[] = [
  rule('v3.connect.application-id', {
    public: 'Connect knows the application by application_id',
    buildsOn: [],
    check: async (world) => void redirected(await world.walkConnect(), 'application_id'),
  }),
  rule('v3.connect.client-id', {
    public: 'client_id with the same UUID is accepted, too',
    check: async (world) => {
      const changes = { application_id: '', client_id: world.target.applicationId ?? '' };
      redirected(await world.walkConnect(changes), 'client_id');
    },
  }),
  rule('v3.connect.user-id', {
    public: 'The redirect has the ID of the owner: user_id',
    check: async (world) => {
      const query = await world.connect();
      expect(userIdOf(query) !== undefined, `the redirect has ${[...query.keys()].join(', ') || 'no parameters'}`);
    },
  }),
  rule('v3.connect.response-type-none', {
    public: 'With response_type=none there is no code',
    check: async (world) => expect(!(await world.connect()).has('code'), 'the redirect has a code'),
  }),
  rule('v3.connect.response-type-code', {
    public: 'With response_type=code there is a code, and user_id beside it',
    buildsOn: ['v3.connect.user-id'],
    check: async (world) => {
      const query = await world.connect({ response_type: 'code' });
      expect(query.has('code'), 'the redirect has no code');
      expect(userIdOf(query) !== undefined, 'the redirect has no user_id');
    },
  }),
  rule('v3.connect.state', {
    public: 'Connect gives state back as it was',
    check: async (world) => {
      const state = 'a+b c/ü=%&"';
      const returned = (await world.connect({ state })).get('state');
      expect(returned === state, `state came back as ${show(returned)}`);
    },
  }),
  rule('v3.connect.external-id', {
    reported: "external_id, the application's own ID of the owner, comes back",
    check: async (world) => {
      const externalId = 'conformance suite & 1';
      const returned = (await world.connect({ external_id: externalId })).get('external_id');
      await world.connect({ external_id: 'null' });
      expect(returned === externalId, `external_id came back as ${show(returned)}`);
    },
  }),
  rule('v3.connect.no-redirect', {
    reported: 'With response_type=none the redirect URI is optional: a page ends the flow',
    check: async (world) => {
      const arrival = await world.walkConnect({ redirect_uri: '' });
      // Where redirect URIs are registered, the flow may fall back to one of them.
      const status = 'page' in arrival ? arrival.page.status : 200;
      expect(status < 400, `without redirect_uri the flow ends with ${status}`);
    },
  }),
  rule('v3.connect.api-client-id', {
    reported: 'The API client ID, client_…, is refused with a page and never redirects',
    check: async (world) => {
      const clientId = world.target.clientId;
      const asClient: Record<string, string> = { application_id: '', client_id: clientId };
      for (const changes of [asClient, { application_id: clientId }]) {
        const arrival = await world.walkConnect(changes);
        expect('page' in arrival, 'the owner was sent back to the application');
        expect(arrival.page.status >= 400, `the page came with ${arrival.page.status}`);
      }
    },
  }),
];
