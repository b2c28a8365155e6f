import assert from 'node:assert/strict';
import { type Rule, type RuleId, ruleHeaders, rules } from '../../../src/sandbox/behavior-basis.ts';
import type { SandboxOptions } from '../../../src/sandbox/server.ts';
import { redirectUri, SandboxClient } from './client.ts';
import { ownWebhookId } from '../../../src/sandbox/world/connections.ts';
import { Workbench } from './webhooks/workbench.ts';
import { requestToken, Version3Client } from './v3/client.ts';
import { variantNames } from '../../../src/sandbox/v3/variants.ts';
import { formFields } from './oauth/connect-form.ts';

const days = (count: number) => count * 24 * 60 * 60;

/** A sandbox of its own for one rule, and what an application does there. */
class Scene {
  readonly client: SandboxClient;

  constructor(client: SandboxClient) {
    this.client = client;
  }

  async token(scope = 'read_vehicle_info read_vin read_battery read_charge_records'): Promise<string> {
    return (await this.client.pair({ scope })).access_token;
  }

  async vehicles(): Promise<Record<string, string>> {
    const { vehicles } = await this.client.overview();
    return Object.fromEntries(vehicles.toReversed().map(({ make, id }) => [make, id]));
  }

  async read(make: string, path = '', method = 'GET', init: RequestInit = {}): Promise<Response> {
    const id = (await this.vehicles())[make] ?? '';
    const headers = { Authorization: `Bearer ${await this.token()}` };
    return fetch(`${this.client.addresses.baseUrl}/v2.0/vehicles/${id}${path}`, { method, headers, ...init });
  }

  async get(path: string, token?: string, headers: Record<string, string> = {}): Promise<Response> {
    return this.client.get(`/v2.0${path}`, token ?? (await this.token()), headers);
  }

  connect(parameters: Record<string, string> = {}): Promise<Response> {
    return fetch(this.client.connectUrl(parameters), { redirect: 'manual' });
  }

  /** The form of the Connect page as it stands, with these fields added. */
  async submit(fields: Record<string, string>, parameters: Record<string, string> = {}): Promise<Response> {
    const page = await (await this.connect(parameters)).text();
    const body = new URLSearchParams([...formFields(page), ...Object.entries(fields)]);
    return fetch(this.client.connectUrl(parameters), { method: 'POST', redirect: 'manual', body });
  }

  async link(): Promise<string> {
    const { url } = (await (await this.read('MINI', '/battery/nominal_capacity')).json()) as { url: string };
    return `${url}${encodeURIComponent(redirectUri)}`;
  }

  async refreshWithClientInBody(path: string): Promise<Response> {
    const { authUrl, clientId, clientSecret } = this.client.addresses;
    const { refresh_token } = await this.client.pair();
    const form = { grant_type: 'refresh_token', refresh_token, client_id: clientId, client_secret: clientSecret };
    return fetch(`${authUrl}${path}`, { method: 'POST', body: new URLSearchParams(form) });
  }

  failSignIn(): void {
    const error = { type: 'CONNECTED_SERVICES_ACCOUNT', code: 'AUTHENTICATION_FAILED' } as const;
    this.client.sandbox.faults.add({ operation: 'vehicle', error });
  }

  async reauthentication(): Promise<string> {
    this.failSignIn();
    const { resolution } = (await (await this.read('BMW')).json()) as { resolution: { url: string } };
    return `${resolution.url}&redirect_uri=${encodeURIComponent(redirectUri)}`;
  }

  async signInAgain(answer: string): Promise<Response> {
    const body = new URLSearchParams({ answer });
    return fetch(await this.reauthentication(), { method: 'POST', redirect: 'manual', body });
  }

  async chooseCapacity(form: Record<string, string>): Promise<Response> {
    return fetch(await this.link(), { method: 'POST', redirect: 'manual', body: new URLSearchParams(form) });
  }
}

type Act = (scene: Scene) => Promise<Response>;
/** A sandbox with an application of version 3. */
class Version3Example {
  readonly act: (client: Version3Client) => Promise<Response>;
  readonly start: Parameters<typeof Version3Client.start>;

  constructor(act: Version3Example['act'], start: Version3Example['start']) {
    this.act = act;
    this.start = start;
  }

  async answer(): Promise<Response> {
    const client = await Version3Client.start(...this.start);
    try {
      const answer = await this.act(client);
      // Read before the sandbox ends.
      const text = await answer.text();
      return new Response(answer.status === 204 ? null : text, answer);
    } finally {
      await client.close();
    }
  }
}
const v3 = (act: Version3Example['act'], ...start: Version3Example['start']) => new Version3Example(act, start);

/** What a receiver is sent, as an answer with the same headers. */
class DeliveryExample {
  readonly act: (bench: Workbench) => Promise<Readonly<Record<string, string>>>;

  constructor(act: DeliveryExample['act']) {
    this.act = act;
  }

  async answer(): Promise<Response> {
    const bench = await Workbench.start();
    try {
      return new Response('', { headers: await this.act(bench) });
    } finally {
      await bench.close();
    }
  }
}
const delivery = (act: DeliveryExample['act']) => new DeliveryExample(act);

type Example = DeliveryExample | Act | readonly [SandboxOptions, Act] | Version3Example;

const asked: SandboxOptions = { autoApprove: false };
const withApplication = (application: NonNullable<SandboxOptions['scenario']>['application']): SandboxOptions => ({
  scenario: { application },
});
const fails = (decision: string): Example => [asked, (scene) => scene.submit({ decision })];
/** What no scenario file can hold: a record that can't be written down. */
const brokenRecord = {
  toJSON: () => {
    throw new Error('A record that breaks the sandbox');
  },
};
const brokenVehicle = { make: 'BMW', model: 'i4', year: 2024, records: [brokenRecord] };

/** Rules, and a request whose answer shows them. */
const examples: Readonly<Record<string, Example>> = {
  'token.code-exchange, token.pair': async ({ client }) => client.exchange(await client.code()),
  'token.refresh': async ({ client }) => client.refresh((await client.pair()).refresh_token),
  'token.basic': async ({ client }) => client.token({}, { Authorization: 'Basic eDp5' }),
  'token.basic-encoded': async ({ client }) => {
    const { clientId, clientSecret } = client.addresses;
    const encoded = [clientId, clientSecret].map((text) => text.replaceAll('-', '%2D')).join(':');
    const form = { grant_type: 'refresh_token', refresh_token: (await client.pair()).refresh_token };
    return client.token(form, { Authorization: `Basic ${btoa(encoded)}` });
  },
  'token.client-in-body': (scene) => scene.refreshWithClientInBody('/oauth/token'),
  'token.form': async ({ client }) => client.token({}, { 'Content-Type': 'application/json' }),
  'token.user-agent': async ({ client }) => client.token({}, { 'User-Agent': '' }),
  'token.fields': async ({ client }) => client.token({ grant_type: 'password' }),
  'token.redirect-equality': async ({ client }) => {
    const code = await client.code();
    return client.token({ grant_type: 'authorization_code', code, redirect_uri: `${redirectUri}/` });
  },
  'token.refresh-minute': async ({ client }) => {
    const { refresh_token } = await client.pair();
    await client.refresh(refresh_token);
    client.sandbox.clock.advance(60);
    return client.refresh(refresh_token);
  },
  'token.refresh-grace': [
    withApplication({ refreshGraceSeconds: 600 }),
    async ({ client }) => {
      const { refresh_token } = await client.pair();
      await client.refresh(refresh_token);
      client.sandbox.clock.advance(599);
      assert.equal((await client.refresh(refresh_token)).status, 200);
      client.sandbox.clock.advance(1);
      return client.refresh(refresh_token);
    },
  ],
  'token.refresh-60-days': async ({ client }) => {
    const { refresh_token } = await client.pair();
    client.sandbox.clock.advance(days(60));
    return client.refresh(refresh_token);
  },
  'token.code-once': async ({ client }) => {
    const code = await client.code();
    await client.exchange(code);
    return client.exchange(code);
  },
  'token.code-10-minutes': async ({ client }) => {
    const code = await client.code();
    client.sandbox.clock.advance(600);
    return client.exchange(code);
  },
  'token.invalid-code': async ({ client }) => client.exchange('unknown'),
  'token.invalid-client': async ({ client }) => client.token({}, { Authorization: 'none' }),
  'token.invalid-refresh-token': async ({ client }) => client.refresh('unknown'),
  'token.parameter-once': async ({ client }) => {
    const { authUrl, clientId, clientSecret } = client.addresses;
    return fetch(`${authUrl}/oauth/token`, {
      method: 'POST',
      headers: {
        Authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}`,
        'Content-Type': 'application/x-www-form-urlencoded',
      },
      body: 'code=1&code=2',
    });
  },
  'data.version, errors.version': async ({ client }) => client.get('/v1.0/vehicles', ''),
  'data.end': [{ v2: 'ends=2026-11-21' }, async ({ client }) => client.get('/v2.0/user', 'x')],
  'data.bearer, errors.authentication': async (scene) => scene.get('/user', 'unknown'),
  'data.access-7200': async (scene) => {
    const token = await scene.token();
    scene.client.sandbox.clock.advance(7200);
    return scene.get('/user', token);
  },
  'data.permission, errors.permission': async (scene) =>
    scene.get(`/vehicles/${(await scene.vehicles()).BMW ?? ''}`, await scene.token('read_battery')),
  'data.vehicle-not-covered': async (scene) => scene.get(`/vehicles/${(await scene.vehicles()).KIA ?? ''}`),
  'data.vehicle-id': async (scene) => scene.get('/vehicles/none'),
  'data.path': async (scene) => scene.read('BMW', '/odometer'),
  'data.parameters': async (scene) => scene.get('/vehicles?limit=0'),
  'data.headers, user.id': async (scene) => scene.get('/user'),
  'data.unit-system': async (scene) => scene.get('/user', undefined, { 'SC-Unit-System': 'none' }),
  'vehicles.list': async (scene) => scene.get('/vehicles'),
  'vehicles.attributes': async (scene) => scene.read('BMW'),
  'vehicles.vin': async (scene) => scene.read('BMW', '/vin'),
  'vehicles.permissions': async (scene) => scene.read('BMW', '/permissions'),
  'vehicles.disconnect, vehicles.disconnected': async (scene) => scene.read('BMW', '/application', 'DELETE'),
  'vehicles.batch': async (scene) => scene.read('BMW', '/batch', 'POST', { body: '{"requests":[{"path":"/"}]}' }),
  'limits.application': [
    withApplication({ rateLimit: 'documented' }),
    async (scene) => {
      const token = await scene.token();
      for (let count = 0; count < 120; count++) await scene.get('/user', token);
      return scene.get('/user', token);
    },
  ],
  'limits.vehicle, limits.vehicle-number': [
    withApplication({ rateLimit: 'documented' }),
    async (scene) => {
      for (let count = 0; count < 20; count++) await scene.read('BMW');
      return scene.read('BMW');
    },
  ],
  'limits.plan': [withApplication({ plan: { refuses: 'INVALID_PLAN' } }), async (scene) => scene.read('BMW')],
  'capacity.determined': async (scene) => scene.read('BMW', '/battery/nominal_capacity'),
  'capacity.undetermined': async (scene) => scene.read('MINI', '/battery/nominal_capacity'),
  'capacity.selected': async (scene) => scene.read('VOLKSWAGEN', '/battery/nominal_capacity'),
  'capacity.geography': async (scene) => scene.read('FORD', '/battery/nominal_capacity'),
  'capacity.link': async (scene) => fetch(await scene.link()),
  'capacity.link-30-days': async (scene) => {
    const link = await scene.link();
    scene.client.sandbox.clock.advance(days(30));
    return fetch(link);
  },
  'capacity.choice': (scene) => scene.chooseCapacity({ answer: 'choose', capacity: '54.2' }),
  'capacity.unknown': (scene) => scene.chooseCapacity({ answer: 'unknown' }),
  'records.list, records.default-dates': async (scene) => scene.read('BMW', '/bmw/charge/records'),
  'records.dates': async (scene) => scene.read('BMW', '/bmw/charge/records?startDate=2026-11-10&endDate=2026-11-11'),
  'records.two-makes, errors.compatibility': async (scene) => scene.read('TESLA', '/tesla/charge/records'),
  'records.30-days': async (scene) => scene.read('BMW', '/bmw/charge/records?startDate=2026-01-01'),
  'records.lower-case': async (scene) => scene.read('BMW', '/BMW/charge/records'),
  'records.other-make': async (scene) => scene.read('BMW', '/mini/charge/records'),
  'records.bad-dates': async (scene) => scene.read('BMW', '/bmw/charge/records?endDate=yesterday'),
  'connect.page': [asked, (scene) => scene.connect()],
  'connect.allowed': (scene) => scene.connect(),
  'connect.access-denied': fails('deny'),
  'connect.never-redirects': (scene) => scene.connect({ client_id: 'unknown' }),
  'connect.state': (scene) => scene.connect({ state: 's' }),
  'connect.required': (scene) => scene.connect({ scope: 'required:read_battery' }),
  'connect.make': (scene) => scene.connect({ make: 'BMW' }),
  'connect.single-select': (scene) => scene.connect({ single_select: 'true' }),
  'connect.single-select-vin': async (scene) => {
    const { vin } = (await (await scene.read('BMW', '/vin')).json()) as { vin: string };
    return scene.connect({ single_select: 'true', single_select_vin: vin });
  },
  'connect.approval-prompt': [
    asked,
    async (scene) => {
      await scene.submit({ decision: 'allow' });
      return scene.submit({ step: 'vehicles', email: 'robin.hale@example.com' });
    },
  ],
  'connect.registered-redirect': [
    withApplication({ redirectUris: ['https://example.test/callback'] }),
    (scene) => scene.connect(),
  ],
  'connect.steps': [asked, (scene) => scene.submit({ step: 'brand' })],
  'connect.test-email': [
    asked,
    (scene) => scene.submit({ step: 'vehicles', email: 'smartcar@invalid-subscription.com' }),
  ],
  'connect.user-id': [withApplication({ userIdInRedirect: true }), (scene) => scene.connect()],
  'connect.version-3': fails('user_id_only'),
  'connect.invalid-subscription': fails('invalid_subscription'),
  'connect.vehicle-incompatible': fails('vehicle_incompatible'),
  'connect.no-vehicles': fails('no_vehicles'),
  'connect.configuration-error': fails('configuration_error'),
  'connect.server-error, connect.outcome-texts': fails('server_error'),
  'connect.incomplete': fails('neither'),
  'reauthentication.url': async (scene) => {
    scene.failSignIn();
    return scene.read('BMW');
  },
  'reauthentication.page': async (scene) => fetch(await scene.reauthentication()),
  'reauthentication.done, reauthentication.mends': (scene) => scene.signInAgain('sign-in'),
  'reauthentication.cancelled': (scene) => scene.signInAgain('cancel'),
  'errors.oauth': async ({ client }) => client.token({}),
  'v3.token.lifetime, v3.token.form': ({ client }) => requestToken(client),
  'v3.token.json': ({ client }) => {
    const { apiClientId: client_id, apiClientSecret: client_secret } = client.addresses.v3 ?? {};
    const body = JSON.stringify({ grant_type: 'client_credentials', client_id, client_secret });
    return requestToken(client, {}, { headers: { 'Content-Type': 'application/json' }, body });
  },
  'v3.token.basic': ({ client }) => {
    const { apiClientId = '', apiClientSecret = '' } = client.addresses.v3 ?? {};
    const headers = { Authorization: `Basic ${btoa(`${apiClientId}:${apiClientSecret}`)}` };
    return requestToken(client, {}, { headers, body: new URLSearchParams({ grant_type: 'client_credentials' }) });
  },
  'v3.token.invalid-request': ({ client }) => requestToken(client, {}, { body: new URLSearchParams() }),
  'v3.token.grant-type': ({ client }) => requestToken(client, { grant_type: 'authorization_code' }),
  'v3.token.invalid-client': ({ client }) => requestToken(client, { client_secret: 'wrong' }),
  'v3.token.other-id': ({ client }) => requestToken(client, { client_id: client.addresses.clientId }),
  'v3.connect.application-id': (scene) => scene.connect({ application_id: scene.client.addresses.clientId }),
  'v3.connect.api-client-id': (scene) => scene.connect({ client_id: scene.client.addresses.v3?.apiClientId ?? '' }),
  'v3.connect.response-type-none, v3.connect.user-id': (scene) => scene.connect({ response_type: 'none' }),
  'v3.connect.external-id': (scene) => scene.connect({ response_type: 'none', external_id: 'mine' }),
  'v3.connect.no-redirect': async ({ client }) => {
    const url = new URL(client.connectUrl({ response_type: 'none' }));
    url.searchParams.delete('redirect_uri');
    return fetch(url, { redirect: 'manual' });
  },
  'v3.invalid-path': v3((client) => client.get('/vehicles')),
  'v3.input': v3((client) => client.get('/connections?page[number]=0')),
  'v3.connections.list, v3.connections.mode, v3.connections.page-size': v3((client) => client.get('/connections')),
  'v3.connections.one': v3(async (client) => client.get(`/connections/${await client.connectionId()}`)),
  'v3.connections.filters': v3((client) => client.get('/connections?filter[userId]=none')),
  'v3.connections.not-found': v3((client) => client.get('/connections/none')),
  'v3.connections.delete': v3(async (client) => client.send('DELETE', `/connections/${await client.connectionId()}`)),
  'v3.connections.both-versions, v3.users.delete': v3((client) => client.send('DELETE', `/users/${client.userId}`)),
  'v3.users.not-found': v3((client) => client.send('DELETE', '/users/none')),
  'v3.vehicles.attributes': v3((client) => client.send('GET', `/vehicles/${client.vehicleIds[0] ?? ''}`)),
  'v3.vehicles.slash': v3((client) => client.send('GET', `/vehicles/${client.vehicleIds[0] ?? ''}/`)),
  'v3.subscriptions.create': v3((client) => client.subscribe(), {}, { subscribed: false }),
  'v3.subscriptions.exists': v3(async (client) => {
    await client.subscribe();
    return client.subscribe();
  }),
  'v3.subscriptions.list': v3((client) => client.get('/subscriptions')),
  'v3.subscriptions.delete': v3(async (client) => {
    const { data } = (await (await client.get('/subscriptions')).json()) as { data: { id: string }[] };
    return client.send('DELETE', `/subscriptions/${data[0]?.id ?? ''}`);
  }),
  'v3.subscriptions.not-found': v3((client) => client.send('DELETE', '/subscriptions/none')),
  'v3.webhooks.list': v3((client) => client.get('/webhooks')),
  'v3.webhooks.one': v3((client) => client.get(`/webhooks/${ownWebhookId(1)}`)),
  'v3.webhooks.filters': v3((client) => client.get('/webhooks?filter[name]=store')),
  'v3.webhooks.not-found': v3((client) => client.get('/webhooks/none')),
  'v3.events.verify, v3.events.unsigned, v3.events.verify-time': delivery((bench) => bench.verified()),
  ['v3.events.signature, v3.events.attempts, v3.events.version, v3.events.state, ' +
  'v3.events.first-delivery, v3.events.triggers, v3.events.vehicle-id, v3.events.vehicle, ' +
  'v3.events.signal-status, v3.events.signal-times, v3.events.meta, sandbox.webhook-loopback']: delivery((bench) =>
    bench.firstEvent(),
  ),
  'v3.events.error, v3.events.error-fields, v3.events.error-signals, v3.events.resolved': delivery((bench) =>
    bench.testError(),
  ),
  'v3.bearer': v3((client) => client.get('/vehicles/none/signals', { Authorization: 'none' })),
  'v3.vehicles.not-found': v3((client) => client.get('/vehicles/none/signals')),
  'v3.errors.list': async ({ client }) => client.get('/v3/nothing', ''),
  'v3.limits': v3((client) => client.signals(), withApplication({ plan: { refuses: 'INVALID_PLAN' } })),
  'v3.list.meta, v3.list.links, v3.signals.list, v3.signals.user-header': v3((client) => client.signals()),
  'v3.signals.one, v3.signals.single, v3.signals.times': v3((client) => client.signal('vehicleidentification-vin')),
  'v3.signals.user-missing': v3((client) => client.get('/vehicles/none/signals', { 'sc-user-id': '' })),
  'v3.signals.user-other': v3((client) =>
    client.get(`/vehicles/${client.vehicleIds[0] ?? ''}/signals`, { 'sc-user-id': 'other' }),
  ),
  'v3.signals.status': v3((client) => client.signals(5)),
  'v3.signals.permission': v3((client) => client.signal('charge-ischarging'), {}, { scope: 'read_battery' }),
  'v3.signals.store': v3((client) => client.signals(), {}, { subscribed: false }),
  'v3.signals.not-stored': v3((client) => client.signal('odometer-traveleddistance')),
  'v3.signals.pages': v3((client) => client.signals(0, '?page[size]=0')),
  'v3.signals.names': v3((client) => client.signal('charge-ischarging')),
  'v3.capacity, v3.capacity.unit': v3((client) => client.signal('tractionbattery-nominalcapacity')),
  'v3.capacity.plural': v3((client) => client.signal('tractionbattery-nominalcapacities')),
  'v3.capacity.undetermined': v3((client) => client.signal('tractionbattery-nominalcapacity', 1)),
  'v3.capacity.geography': v3((client) => client.signal('tractionbattery-nominalcapacity', 5)),
  'v3.charges, v3.charges.type, v3.charges.window': v3((client) => client.signal('charge-chargerecords')),
  'v3.charges.ongoing': v3(async (client) => {
    await client.client.control('/charges', 'POST', { vehicleId: client.vehicleIds[0], ongoing: true });
    return client.signal('charge-chargerecords');
  }),
  'sandbox.control': async ({ client }) => client.control('/'),
  'sandbox.token-at-origin': (scene) => scene.refreshWithClientInBody('/'),
  'sandbox.hint': async ({ client }) => client.get('/v3/vehicles', ''),
  'sandbox.commands': async ({ client }) =>
    fetch(`${client.addresses.baseUrl}/v3/vehicles/1/commands/charge/start`, { method: 'POST' }),
  'sandbox.loopback': async ({ client }) =>
    fetch(client.connectUrl(), { method: 'POST', headers: { Origin: 'https://example.test' } }),
  'sandbox.body-size': async ({ client }) => client.refresh('x'.repeat(70_000)),
  'sandbox.fault': async (scene) => {
    scene.client.sandbox.faults.add({ operation: 'user', status: 502, body: {} });
    return scene.get('/user');
  },
  'sandbox.failure': [
    { warn: () => undefined, scenario: { owners: [{ name: 'A', vehicles: [brokenVehicle] }] } },
    async (scene) => scene.read('BMW', '/batch', 'POST', { body: '{"requests":[{"path":"/bmw/charge/records"}]}' }),
  ],
};

async function answerOf(example: Exclude<Example, Version3Example | DeliveryExample>): Promise<Response> {
  const [options, act] = typeof example === 'function' ? [{}, example] : example;
  const client = await SandboxClient.start(options);
  try {
    const answer = await act(new Scene(client));
    const text = await answer.text().catch(() => '');
    return new Response(answer.status === 204 ? null : text, answer);
  } finally {
    await client.close();
  }
}

describe('rules of the sandbox', () => {
  for (const [ids, example] of Object.entries(examples)) {
    it(`are named by an answer to which they apply: ${ids}`, async () => {
      const answer =
        example instanceof Version3Example || example instanceof DeliveryExample
          ? await example.answer()
          : await answerOf(example);
      const named = (answer.headers.get('Sandbox-Rule')?.split(', ') ?? []) as [RuleId];
      for (const id of ids.split(', ') as RuleId[])
        assert.ok(named.includes(id), `${answer.status} shows ${named.join()}`);
      assert.deepEqual(ruleHeaders(named)['Sandbox-Basis'], answer.headers.get('Sandbox-Basis'));
    });
  }

  it('are shown by an answer each', () => {
    const shown = new Set(Object.keys(examples).flatMap((ids) => ids.split(', ')));
    assert.deepEqual(
      Object.keys(rules).filter((id) => !shown.has(id)),
      [],
    );
  });

  it('an answer has the basis of its weakest rule', () => {
    assert.equal(ruleHeaders(['records.list'])['Sandbox-Basis'], 'document');
    assert.equal(ruleHeaders(['data.permission', 'errors.permission'])['Sandbox-Basis'], 'public');
    assert.equal(ruleHeaders(['errors.compatibility', 'records.two-makes'])['Sandbox-Basis'], 'assumed');
  });

  it('each says what the service does, and where that is written unless it is assumed', () => {
    for (const [id, { basis, title, section }] of Object.entries(rules)) {
      assert.match(title, /^.{10,120}[^.]$/, id);
      assert.equal(section === '', basis === 'assumed', id);
    }
  });

  it('of version 3 say what a reader can look up, and each switch has a rule that says so', () => {
    const ofVersion3 = (Object.entries(rules) as [RuleId, Rule][]).filter(([id]) => id.startsWith('v3.'));
    for (const [id, { basis, section }] of ofVersion3) {
      const start = { document: '', public: 'public documentation of', reported: 'reports on', assumed: '' }[basis];
      assert.ok(basis === 'assumed' || section.startsWith(`${start} version 3: `), `${id}: ${section}`);
    }
    const switched = ofVersion3.flatMap(([, { variant }]) => variant ?? []);
    assert.deepEqual(switched.toSorted(), variantNames.toSorted());
  });
});
