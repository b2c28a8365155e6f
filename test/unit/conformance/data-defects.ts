import {
  acceptsRefused,
  answerOf,
  type Body,
  changesBody,
  dataRefusal,
  isCapacity,
  isData,
  isRecords,
  mendsRequest,
  ownPair,
  withBody,
} from './altering.ts';
import type { Defect, Passing, Service } from './broken-service.ts';

const minute = 60 * 1000;
const day = 24 * 60 * minute;
const queryOf = ({ path }: Passing) => new URLSearchParams(path.split('?')[1]);
const caseOf = ({ capacity }: Body) => (capacity === null ? 'none' : (capacity as Body).source);
const dayOf = ({ chargeStart }: Body) => String(chargeStart).slice(0, 10);
const isDay = (text: string | null) => /^\d{4}-\d\d-\d\d$/.test(text ?? '') && text !== '2026-02-30';
const entry = { capacity: 50, description: null };
const linkOf = ({ target }: Service) => `${target.baseUrl}/battery-capacity?redirect_uri=`;

/** Asks again with a token that has all permissions. */
async function withAllPermissions(request: Passing, service: Service) {
  const pair = await ownPair(service);
  request.headers.authorization = `Bearer ${String((pair.json as Body).access_token)}`;
  return service.send(request);
}

/** Every record changed. */
function changesRecords(breaks: string, what: string, change: (record: Body) => Body): () => Defect {
  return changesBody(breaks, what, isRecords, (body) => ({ ...body, records: (body.records as Body[]).map(change) }));
}

/** Every capacity answer of a case changed. */
function changesCase(breaks: string, what: string, which: string, change: (body: Body, service: Service) => Body) {
  return changesBody(breaks, what, isCapacity, (body, _request, service) =>
    caseOf(body) === which ? change(body, service) : body,
  );
}

function withoutParameter(breaks: string, what: string, concerns: (query: URLSearchParams) => boolean, name: string) {
  return mendsRequest(breaks, what, isRecords, (request) => {
    const query = queryOf(request);
    if (!concerns(query)) return;
    query.delete(name);
    request.path = `${request.path.split('?')[0] ?? ''}?${query.toString()}`;
  });
}

const exclusiveEnd: () => Defect = changesBody(
  'records.end-date',
  'leaves the last day out',
  isRecords,
  (body, request) => {
    const [start, end] = [queryOf(request).get('startDate'), queryOf(request).get('endDate')];
    const today = new Date().toISOString().slice(0, 10);
    if (end === null || end === today || start !== null) return body;
    return {
      ...body,
      records: (body.records as Body[]).filter((record) => dayOf(record) < end),
    };
  },
);

export const dataDefects: readonly (() => Defect)[] = [
  () => ({
    breaks: 'data.bearer-accepted',
    what: 'accepts no access token',
    answer: (request, pass) => (isData(request) ? Promise.resolve(dataRefusal) : pass()),
  }),
  ...(
    [
      ['data.bearer-capacity', isCapacity],
      ['data.bearer-records', isRecords],
    ] as const
  ).map(([breaks, concerns]) => {
    return acceptsRefused(
      breaks,
      'needs no token',
      (request) => concerns(request) && !request.headers.authorization,
      withAllPermissions,
    );
  }),
  acceptsRefused(
    'data.bearer-scheme',
    'takes the credentials of the application',
    (request) => isData(request) && request.headers.authorization?.startsWith('Basic ') === true,
    withAllPermissions,
  ),
  acceptsRefused(
    'data.permission-capacity',
    'ignores read_battery',
    (request, { status }) => isCapacity(request) && status === 403,
    withAllPermissions,
  ),
  acceptsRefused(
    'data.permission-records',
    'ignores read_charge_records',
    (request, { text }) => isRecords(request) && text.includes('read_charge_records'),
    withAllPermissions,
  ),
  acceptsRefused(
    'data.vehicle-id',
    'answers for vehicles that are none',
    (request, { text }) => isData(request) && text.includes('cover'),
    () => answerOf(200, { records: [] }),
  ),
  mendsRequest(
    'data.version',
    'answers below any version',
    ({ path }) => path.startsWith('/v9.9'),
    (request) => {
      request.path = request.path.replace('/v9.9', '/v2.0');
    },
  ),
  mendsRequest(
    'data.version',
    'needs no version',
    ({ path }) => path.startsWith('/vehicles'),
    (request) => {
      request.path = `/v2.0${request.path}`;
    },
  ),
  changesBody('capacity.entries', 'leaves out the description', isCapacity, (body) => ({
    ...body,
    availableCapacities: (body.availableCapacities as Body[]).map(({ capacity }) => ({ capacity })),
  })),
  changesCase('capacity.nominal', 'has nominal as a string', 'SMARTCAR', (body) => ({
    ...body,
    capacity: { ...(body.capacity as Body), nominal: '80.7' },
  })),
  changesCase('capacity.source', 'names another source', 'SMARTCAR', (body) => ({
    ...body,
    capacity: { ...(body.capacity as Body), source: 'MAKER' },
  })),
  changesCase('capacity.url', 'has a url that is a number', 'none', (body) => ({ ...body, url: 7 })),
  changesCase('capacity.determined-one-entry', 'gives several entries for what is determined', 'SMARTCAR', (body) => ({
    ...body,
    availableCapacities: [entry, entry],
  })),
  changesCase('capacity.determined-no-url', 'gives a url for what is determined', 'SMARTCAR', (body, service) => ({
    ...body,
    url: linkOf(service),
  })),
  changesCase('capacity.undetermined-entries', 'gives one entry to choose from', 'none', (body) => ({
    ...body,
    availableCapacities: (body.availableCapacities as unknown[]).slice(0, 1),
  })),
  changesCase('capacity.undetermined-url', 'gives no url to choose with', 'none', (body) => ({ ...body, url: null })),
  changesCase('capacity.selected-entries', 'forgets what was offered', 'USER_SELECTED', (body) => ({
    ...body,
    availableCapacities: (body.availableCapacities as unknown[]).slice(0, 1),
  })),
  changesCase('capacity.selected-url', 'lets the owner choose once', 'USER_SELECTED', (body) => ({
    ...body,
    url: null,
  })),
  changesCase('capacity.link-ends-open', 'puts redirect_uri first', 'none', (body) => ({
    ...body,
    url: String(body.url).replace('redirect_uri=', 'x=1'),
  })),
  changesCase('capacity.owner-chooses', 'loses the choice', 'USER_SELECTED', (body) => ({
    ...body,
    ...((body.capacity as Body).nominal === 77 ? {} : { capacity: null }),
  })),
  acceptsRefused(
    'capacity.geography',
    'answers for vehicles everywhere',
    (request, { status }) => isCapacity(request) && status === 501,
    () => answerOf(200, { availableCapacities: [entry], capacity: { nominal: 50, source: 'SMARTCAR' }, url: null }),
  ),
  changesBody('records.object', 'answers with a bare array', isRecords, ({ records }) => records),
  changesRecords('records.fields', 'leaves out the location', ({ location: _, ...record }) => record),
  changesRecords('records.fields', 'has energy as a string', (record) => ({
    ...record,
    energy: String(record.energy),
  })),
  changesRecords('records.timestamps', 'writes local time', (record) => ({
    ...record,
    chargeStart: String(record.chargeStart).replace('Z', '+00:00'),
  })),
  changesRecords('records.fractions', 'counts to a hundred', (record) => ({
    ...record,
    endPercentRemaining: Number(record.endPercentRemaining) * 100,
  })),
  changesRecords('records.order-of-times', 'ends charges before they start', (record) => ({
    ...record,
    chargeEnd: new Date(Date.parse(String(record.chargeStart)) - minute).toISOString(),
  })),
  withoutParameter(
    'records.start-date',
    'ignores startDate',
    (query) => isDay(query.get('startDate')) && !query.has('endDate'),
    'startDate',
  ),
  exclusiveEnd,
  withoutParameter(
    'records.one-day',
    'takes only one of the two dates',
    (query) => query.has('startDate') && query.has('endDate'),
    'startDate',
  ),
  changesBody('records.default-end', 'leaves the last day out of the default', isRecords, (body, request) => {
    const records = body.records as Body[];
    const last = dayOf(records.at(-1) ?? {});
    return queryOf(request).has('endDate') ? body : { records: records.filter((record) => dayOf(record) !== last) };
  }),
  () => ({
    ...changesBody(
      'records.default-start-first-grant',
      'looks back beyond the first grant',
      isRecords,
      (body) => body,
    )(),
    firstGranted: Date.now() - 200 * day,
  }),
  changesBody('records.default-start-30-days', 'looks back 40 days', isRecords, (body, request, service) => {
    const records = body.records as Body[];
    if (queryOf(request).size > 0 || service.turned() < 30 * 24 * 3600) return body;
    const old = new Date(Date.now() + service.turned() * 1000 - 40 * day).toISOString();
    return { records: [{ ...records[0], chargeStart: old }, ...records] };
  }),
  acceptsRefused(
    'records.two-makes',
    'has records of a third make',
    (request, { status }) => isRecords(request) && request.path.includes('/volkswagen/') && status === 501,
    () => answerOf(200, { records: [] }),
  ),
  mendsRequest('records.lower-case-make', 'takes a make in upper case', isRecords, (request) => {
    request.path = request.path.replace('/BMW/', '/bmw/');
  }),
  withoutParameter(
    'records.date-format',
    'ignores a date that is none',
    (query) => !isDay(query.get('startDate')),
    'startDate',
  ),
  () => ({
    breaks: 'records.object',
    what: 'fails with a body that is no JSON',
    answer: async (request, pass) => {
      const answer = await pass();
      return isRecords(request) && answer.status === 200 ? { ...answer, text: '<html>', json: undefined } : answer;
    },
  }),
  () => ({
    breaks: 'headers.request-id',
    what: 'gives all answers the same request id',
    answer: async (_request, pass) => {
      const answer = await pass();
      return { ...answer, headers: { ...answer.headers, 'sc-request-id': 'one' } };
    },
  }),
  () => ({
    breaks: 'headers.age',
    what: 'does not say how old data is',
    answer: async (_request, pass) => {
      const { headers, ...answer } = await pass();
      const { 'sc-data-age': _, ...rest } = headers;
      return { ...answer, headers: rest };
    },
  }),
  changesBody(
    'vehicles.list',
    'lists all vehicles on one page',
    ({ path }) => path === '/v2.0/vehicles',
    (body) => ({
      ...body,
      vehicles: [...(body.vehicles as string[]), 'another'],
    }),
  ),
  () => ({
    breaks: 'connect.state',
    what: 'loses a plus in state',
    answer: async (request, pass) => {
      const answer = await pass();
      const { location } = answer.headers;
      const lost = location?.replace('%2B', '+');
      return request.path.startsWith('/oauth/authorize') && lost
        ? { ...answer, headers: { ...answer.headers, location: lost } }
        : answer;
    },
  }),
  () => ({
    breaks: 'errors.authentication',
    what: 'answers 403 where a token is unknown',
    answer: async (request, pass) => {
      const answer = await pass();
      const refused = isData(request) && answer.status === 401 && answer.text.includes('malformed');
      return refused ? withBody({ ...answer, status: 403 }, { ...(answer.json as Body), statusCode: 403 }) : answer;
    },
  }),
  () => ({
    breaks: 'errors.body',
    what: 'leaves the request id out of refusals',
    answer: async (request, pass) => {
      const answer = await pass();
      const { requestId: _, ...rest } = (answer.json ?? {}) as Body;
      return isData(request) && answer.status >= 400 ? withBody(answer, rest) : answer;
    },
  }),
];
