import { randomUUID } from 'node:crypto';
import { apiError, apiVersion, user, vehicleAttributes, vehicleList } from '../../../src/service/v2/contract.ts';
import { oauthError } from '../../../src/service/oauth/token-contract.ts';
import { browse } from '../browse.ts';
import type { Answer } from '../http.ts';
import { expect, expectGranted, property, type Rule, rulesOf, show, Skipped } from '../rule.ts';
import type { World } from '../world.ts';

const rule = rulesOf<World>({ section: 'API errors', buildsOn: ['data.bearer-accepted'] });

/** Id of a vehicle, and a path below it that answers. */
async function someCapacity(world: World): Promise<{ id: string; answer: Answer }> {
  for (const { id } of await world.vehicles()) {
    const answer = await world.capacity(id);
    if (answer.status === 200) return { id, answer };
  }
  throw new Skipped('no vehicle that is known has a capacity answer');
}

function refusal(
  id: string,
  title: string,
  status: number,
  type: string,
  ask: (world: World) => Promise<Answer>,
): Rule {
  return rule(`errors.${id}`, {
    public: title,
    check: async (world) => {
      const answer = await ask(world);
      expect(answer.status === status, `expected ${status}, got ${answer.status}`);
      expect(property(answer.json, 'type') === type, `type is ${show(property(answer.json, 'type'))}`);
    },
  });
}

const bodyFields = [
  'type',
  'code',
  'description',
  'docURL',
  'statusCode',
  'requestId',
  'resolution',
  'suggestedUserMessage',
];

export const publicRules: readonly Rule[] = [
  rule('vehicles.list', {
    public: 'GET /vehicles lists ids with paging, in pages of 10',
    section: 'All vehicles',
    check: async (world) => {
      const answer = await world.get('/vehicles');
      const { data } = vehicleList.safeParse(answer.json);
      expect(data !== undefined, `the answer is ${show(answer.json)}`);
      const wanted = Math.min(10, data.paging.count);
      expect(data.vehicles.length === wanted, `${data.vehicles.length} ids of ${data.paging.count}`);
    },
  }),
  rule('vehicles.offset', {
    public: 'limit and offset choose the part of the list; the count stays the total',
    section: 'All vehicles',
    buildsOn: ['vehicles.list'],
    check: async (world) => {
      const page = async (query: string) => vehicleList.safeParse((await world.get(`/vehicles?${query}`)).json).data;
      const [two, second] = [await page('limit=2'), await page('limit=1&offset=1')];
      if (two && two.paging.count < 2) throw new Skipped('needs two vehicles');
      expect(
        second?.vehicles[0] !== undefined && second.vehicles[0] === two?.vehicles[1],
        'offset=1 is not the second',
      );
      expect(second.paging.count === two.paging.count, 'the count depends on the page');
    },
  }),
  rule('vehicles.attributes', {
    public: 'GET /vehicles/{id} answers with id, make, model and year',
    section: 'Vehicle info',
    check: async (world) => {
      const [vehicle] = await world.vehicles();
      const { json } = await world.get(`/vehicles/${vehicle?.id ?? ''}`);
      expect(vehicleAttributes.safeParse(json).success, `the answer is ${show(json)}`);
    },
  }),
  rule('user.id', {
    public: 'GET /user answers with the id of the owner',
    section: 'User',
    check: async (world) => {
      const { json } = await world.get('/user');
      expect(user.safeParse(json).success, `the answer is ${show(json)}`);
    },
  }),
  rule('headers.request-id', {
    public: 'Each answer has its own SC-Request-Id',
    section: 'Headers',
    check: async (world) => {
      const ids = [await someCapacity(world), await someCapacity(world)].map(
        ({ answer }) => answer.headers['sc-request-id'],
      );
      expect(
        ids.every((id) => id !== undefined),
        'SC-Request-Id is missing',
      );
      expect(ids[0] !== ids[1], 'two answers have the same SC-Request-Id');
    },
  }),
  rule('headers.age', {
    public: 'Data comes with SC-Data-Age, SC-Fetched-At and SC-Unit-System',
    section: 'Headers',
    check: async (world) => {
      const { headers } = (await someCapacity(world)).answer;
      for (const name of ['sc-data-age', 'sc-fetched-at']) {
        expect(!Number.isNaN(Date.parse(headers[name] ?? '')), `${name} is ${show(headers[name])}`);
      }
      expect(headers['sc-unit-system'] === 'metric', `sc-unit-system is ${show(headers['sc-unit-system'])}`);
    },
  }),
  rule('errors.oauth-body', {
    public: 'The token endpoint refuses with error and error_description, in JSON',
    section: 'SDK code',
    buildsOn: ['token.known-refresh-token'],
    check: async (world) => {
      for (const answer of [await world.refresh(randomUUID()), await world.token({ grant_type: 'password' })]) {
        expect(oauthError.safeParse(answer.json).success, `the body is ${show(answer.json)}`);
        expect(typeof property(answer.json, 'error_description') === 'string', 'error_description is missing');
      }
    },
  }),
  rule('errors.body', {
    public: `A refusal of vehicle data has ${bodyFields.join(', ')}`,
    check: async (world) => {
      const { id } = await someCapacity(world);
      const { status, json } = await world.capacity(id, randomUUID());
      expect(apiError.safeParse(json).success, `the body is ${show(json)}`);
      const absent = bodyFields.filter((name) => property(json, name) === undefined);
      expect(absent.length === 0, `the body lacks ${absent.join(', ')}`);
      expect(
        property(json, 'statusCode') === status,
        `statusCode ${show(property(json, 'statusCode'))} with ${status}`,
      );
    },
  }),
  refusal(
    'authentication',
    'An access token that is unknown is 401 AUTHENTICATION',
    401,
    'AUTHENTICATION',
    async (world) => world.capacity((await someCapacity(world)).id, randomUUID()),
  ),
  {
    ...refusal('permission', 'A missing permission is 403 PERMISSION', 403, 'PERMISSION', async (world) => {
      const { access } = await world.pair('read_vehicle_info');
      return world.capacity((await someCapacity(world)).id, access);
    }),
    needs: ['connect'],
    buildsOn: ['data.bearer-accepted', 'data.permission-capacity'],
  },
  refusal('vehicle-id', 'An id that is none is 400 VALIDATION', 400, 'VALIDATION', (world) =>
    world.capacity('not-an-id'),
  ),
  {
    ...refusal('version', 'Another version is 404 RESOURCE_NOT_FOUND', 404, 'RESOURCE_NOT_FOUND', async (world) => {
      const { id } = await someCapacity(world);
      return world.request(`${world.target.baseUrl}/v9.9/vehicles/${id}/battery/nominal_capacity`);
    }),
    buildsOn: ['data.version'],
  },
  refusal('path', 'An unknown path is 404 RESOURCE_NOT_FOUND', 404, 'RESOURCE_NOT_FOUND', async (world) => {
    const { id } = await someCapacity(world);
    return world.request(`${world.target.baseUrl}/${apiVersion}/vehicles/${id}/no/such/thing`);
  }),
  rule('connect.state', {
    public: 'Connect gives state back as it was',
    section: 'Redirect to Connect',
    needs: ['connect'],
    buildsOn: [],
    check: async (world) => {
      const state = 'a+b c/ü=%&"';
      const arrival = await browse(world.connectAddress({ state }), world.target.redirectUri, 'allow');
      expect('redirect' in arrival, 'Connect did not return');
      const returned = arrival.redirect.searchParams.get('state');
      expect(returned === state, `state came back as ${show(returned)}`);
    },
  }),
  rule('connect.unknown-client', {
    public: 'A Connect URL of an unknown application never redirects',
    section: 'Support threads',
    needs: ['connect'],
    buildsOn: [],
    check: async (world) => {
      const arrival = await browse(
        world.connectAddress({ client_id: randomUUID() }),
        world.target.redirectUri,
        'allow',
      );
      expect('page' in arrival, 'the owner was sent back to the application');
      expect(arrival.page.status >= 400, `the page came with ${arrival.page.status}`);
    },
  }),
  rule('user.slash', {
    public: 'A slash at the end of /user/ and /vehicles/ is accepted',
    section: 'SDK code',
    buildsOn: ['vehicles.list', 'user.id'],
    check: async (world) => {
      for (const path of ['/user/', '/vehicles/']) expectGranted(await world.get(path), path);
    },
  }),
];
