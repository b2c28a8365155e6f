import { changesAnswer, answerOf, type Body, mendsRequest, withBody } from '../altering.ts';
import type { Defect } from '../broken-service.ts';
import {
  answersInstead,
  asError,
  changesData,
  isConnection,
  isConnections,
  isSubscriptions,
  isVehicle,
  isWebhook,
  isWebhooks,
  mendsQuery,
} from './altering.ts';

/** A parameter of the list of connections is not looked at. */
function ignores(breaks: string, name: string) {
  return mendsQuery(breaks, `ignores ${name}`, isConnections, (query) => {
    query.delete(name);
  });
}

/** A DELETE that says it is done. */
function keeps(breaks: string, path: RegExp) {
  return answersInstead(
    breaks,
    'deletes nothing',
    ({ method, path: asked }) => method === 'DELETE' && path.test(asked),
    { ...answerOf(204, undefined), text: '' },
  );
}

/** A DELETE that answers as version 2.0 does. */
function answersWithBody(breaks: string, path: RegExp) {
  return changesAnswer(
    breaks,
    'answers with a body',
    ({ method, path: asked }, { status }) => method === 'DELETE' && path.test(asked) && status === 204,
    () => answerOf(200, { status: 'success' }),
  );
}

/** A part of the envelope of connections changed. */
function changesEnvelope(breaks: string, what: string, part: 'meta' | 'links', change: (value: Body) => Body) {
  return changesAnswer(
    breaks,
    what,
    (request, { status }) => isConnections(request) && status === 200,
    (answer) => {
      const body = answer.json as Body;
      return withBody(answer, { ...body, [part]: change(body[part] as Body) });
    },
  );
}

export const resourceDefects: readonly (() => Defect)[] = [
  // Connections
  changesData('v3.connections.list', 'leaves out the owner', isConnections, (data) =>
    (data as Body[]).map(({ relationships: _, ...connection }) => connection),
  ),
  changesData('v3.connections.one', 'answers with another connection', isConnection, (data) => ({
    ...(data as Body),
    id: 'another',
  })),
  ignores('v3.connections.filter-user', 'filter[userId]'),
  ignores('v3.connections.filter-vehicle', 'filter[vehicleId]'),
  ignores('v3.connections.filter-external-id', 'filter[user.externalId]'),
  ignores('v3.connections.mode', 'filter[vehicle.mode]'),
  mendsRequest('v3.connections.filter-header', 'ignores sc-user-id', isConnections, ({ headers }) => {
    delete headers['sc-user-id'];
  }),
  mendsQuery('v3.connections.page-size', 'has 20 on a page', isConnections, (query) => {
    if (!query.has('page[size]')) query.set('page[size]', '20');
  }),
  mendsQuery('v3.list.pages', 'has one page only', isConnections, (query) => {
    if (query.get('page[number]') !== 'first') query.delete('page[number]');
  }),
  changesEnvelope('v3.list.meta', 'counts the page alone', 'meta', (meta) => ({ ...meta, totalCount: meta.pageSize })),
  changesEnvelope('v3.list.meta', 'does not number pages', 'meta', ({ page: _, ...meta }) => meta),
  changesEnvelope('v3.list.links', 'does not link the next page', 'links', (links) => ({ ...links, next: null })),
  changesEnvelope('v3.list.links', 'links the page itself as the one before', 'links', (links) => ({
    ...links,
    previous: links.self,
  })),
  changesAnswer(
    'v3.connections.unknown',
    'answers with nothing',
    (request, { status }) => isConnection(request) && status === 404,
    () => answerOf(200, { data: null }),
  ),
  keeps('v3.connections.delete', /^\/v3\/connections\//),
  answersWithBody('v3.connections.delete', /^\/v3\/connections\//),
  keeps('v3.users.delete', /^\/v3\/users\//),
  answersWithBody('v3.users.delete', /^\/v3\/users\//),

  // Vehicles
  changesData('v3.vehicles.attributes', 'leaves out the year', isVehicle, (data) => {
    const { attributes, ...vehicle } = data as Body;
    const { year: _, ...rest } = attributes as Body;
    return { ...vehicle, attributes: rest };
  }),
  changesAnswer(
    'v3.vehicles.attributes',
    'demands sc-user-id',
    (request, { status }) => isVehicle(request) && status === 200 && request.headers['sc-user-id'] === undefined,
    () => answerOf(400, { errors: [{ status: '400', code: 'MISSING_PARAMETER', detail: 'missing userId' }] }),
  ),
  answersInstead(
    'v3.vehicles.slash',
    'knows no slash at the end',
    ({ path }) => path.endsWith('/'),
    answerOf(404, { errors: [{ status: '404', code: 'INVALID_PATH', detail: 'no' }] }),
  ),
  changesAnswer(
    'v3.vehicles.not-found',
    'answers 403 where a vehicle is unknown',
    (request, { status }) => isVehicle(request) && status === 404,
    (answer) => asError(answer, 403, 'VEHICLE_NOT_FOUND'),
  ),
  mendsRequest(
    'v3.paths.invented',
    'lists vehicles',
    ({ path }) => path === '/v3/vehicles',
    (request) => {
      request.path = '/v3/connections';
    },
  ),
  mendsRequest(
    'v3.paths.invented',
    'has /battery',
    ({ path }) => path.endsWith('/battery'),
    (request) => {
      request.path = request.path.replace('/battery', '');
    },
  ),

  // Subscriptions
  changesAnswer(
    'v3.subscriptions.create',
    'answers 201',
    (request, { status }) => isSubscriptions(request) && status === 202,
    (answer) => ({ ...answer, status: 201 }),
  ),
  changesAnswer(
    'v3.subscriptions.exists',
    'subscribes again',
    (request, { status }) => isSubscriptions(request) && status === 409,
    () => answerOf(202, { meta: { message: 'subscription creation in progress' } }),
  ),
  changesData(
    'v3.subscriptions.list',
    'lists subscriptions twice',
    (request) => isSubscriptions(request) && request.method === 'GET',
    (data) => (data as Body[]).flatMap((each) => [each, each]),
  ),
  answersWithBody('v3.subscriptions.delete', /^\/v3\/subscriptions\//),

  // Webhooks
  changesData('v3.webhooks.list', 'lists triggers as text', isWebhooks, (data) =>
    (data as Body[]).map((each) => ({ ...each, attributes: { ...(each.attributes as Body), triggers: 'all' } })),
  ),
  changesData('v3.webhooks.one', 'answers with another webhook', isWebhook, (data) => ({
    ...(data as Body),
    id: 'wh',
  })),
  mendsQuery('v3.webhooks.filters', 'ignores filter[name]', isWebhooks, (query) => {
    query.delete('filter[name]');
  }),
  changesAnswer(
    'v3.webhooks.not-found',
    'answers 200',
    (request, { status }) => isWebhook(request) && status === 404,
    () => answerOf(200, { data: null }),
  ),
];
