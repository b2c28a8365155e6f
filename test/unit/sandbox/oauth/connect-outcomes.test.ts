import assert from 'node:assert/strict';
import type { SandboxOptions } from '../../../../src/sandbox/server.ts';
import { closedAfterEach, redirectUri, SandboxClient } from '../client.ts';
import { formFields, rawLocation } from './connect-form.ts';

type Application = NonNullable<NonNullable<SandboxOptions['scenario']>['application']>;

/** A sandbox whose Connect page waits for the owner. */
async function startConnect(application: Application = {}, autoApprove = false) {
  return helpers(await SandboxClient.start({ autoApprove, scenario: { application } }));
}

function helpers(client: SandboxClient) {
  const open = async (parameters: Record<string, string> = {}) => {
    const answer = await fetch(client.connectUrl(parameters), { redirect: 'manual' });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };
  const submit = async (parameters: Record<string, string>, fields: [string, string][]) => {
    const body = new URLSearchParams(fields);
    const answer = await fetch(client.connectUrl(parameters), { method: 'POST', redirect: 'manual', body });
    const location = answer.headers.get('Location');
    const rules = answer.headers.get('Sandbox-Rule') ?? '';
    const returned = location === null ? undefined : Object.fromEntries(new URL(location).searchParams);
    return { status: answer.status, returned, rules, text: await answer.text() };
  };
  /** Sends the page's form as it stands, with this button. */
  const press = (parameters: Record<string, string>, page: string, ...more: [string, string][]) =>
    submit(parameters, [...formFields(page), ...more]);
  const tokenOf = async (code = '') =>
    ((await (await client.exchange(code)).json()) as { access_token: string }).access_token;
  const vehiclesOf = async (code: string | undefined) => client.vehicleIds(await tokenOf(code));
  const world = async () => (await client.overview()).vehicles;
  const vin = async (id: string) => {
    const token = await tokenOf((await grantAll({ scope: 'read_vin' })).returned?.code);
    return ((await (await client.get(`/v2.0/vehicles/${id}/vin`, token)).json()) as { vin: string }).vin;
  };
  const grantAll = async (parameters: Record<string, string> = {}) =>
    press(parameters, (await open(parameters)).text, ['decision', 'allow']);
  return { client, open, submit, press, vehiclesOf, world, vin, grantAll, close: () => client.close() };
}

describe('other outcomes of Connect', () => {
  const start = closedAfterEach(startConnect);

  const outcomes: Record<string, Record<string, string>> = {
    invalid_subscription: {
      error: 'invalid_subscription',
      error_description: 'User does not have an active connected vehicle subscription',
    },
    vehicle_incompatible_undisclosed: {
      error: 'vehicle_incompatible',
      error_description: "The user's vehicle is not compatible.",
    },
    no_vehicles: { error: 'no_vehicles', error_description: 'No vehicles found in the account.' },
    configuration_error: {
      error: 'configuration_error',
      error_description: 'There has been an error in the configuration of your application.',
      status_code: '400',
      error_message: 'The application is not configured for the requested permissions.',
    },
    server_error: { error: 'server_error', error_description: 'Unexpected server error.' },
  };

  it('public: each returns with its error, its extras and the state', async () => {
    const { open, press } = await start();
    const { text } = await open({ state: 's' });
    for (const [decision, expected] of Object.entries(outcomes)) {
      const { status, returned, rules } = await press({ state: 's' }, text, ['decision', decision]);
      assert.deepEqual([status, returned], [303, { ...expected, state: 's' }], decision);
      assert.match(rules, new RegExp(`^connect\\.${(expected.error ?? '').replace('_', '-')}`));
    }
  });

  it('public: an incompatible vehicle comes with VIN, make, model and year where the owner shares them', async () => {
    const { open, press, vin, world } = await start();
    const { returned } = await press({}, (await open()).text, ['decision', 'vehicle_incompatible']);
    const [bmw] = await world();
    assert.deepEqual(returned, {
      error: 'vehicle_incompatible',
      error_description: "The user's vehicle is not compatible.",
      vin: await vin(bmw?.id ?? ''),
      make: 'BMW',
      model: 'i4 eDrive40',
      year: '2024',
    });
  });

  it('public: a page that never leads back, and the user_id without a code of version 3', async () => {
    const { open, press } = await start();
    const { text } = await open();
    const stayed = await press({}, text, ['decision', 'stay']);
    assert.deepEqual([stayed.status, stayed.returned], [400, undefined]);
    const { returned } = await press({ state: 's' }, text, ['decision', 'user_id_only']);
    assert.deepEqual(Object.keys(returned ?? {}), ['user_id', 'state']);
  });

  it('each has a button on the page, none of which could be taken for Allow or Deny', async () => {
    const { open } = await start();
    const { text } = await open();
    const others = text.slice(text.indexOf('<details>'));
    for (const value of [...Object.keys(outcomes), 'vehicle_incompatible', 'user_id_only', 'stay']) {
      assert.ok(others.includes(`value="${value}"`), value);
    }
    assert.doesNotMatch(others.replaceAll(/<[^>]+>/g, ''), /allow|deny/i);
  });

  it('public, by option: the user_id comes beside the code', async () => {
    const { grantAll, client } = await start({ userIdInRedirect: true });
    const { returned, rules } = await grantAll();
    assert.match(rules, /connect\.user-id/);
    const [owner] = (await client.overview()).owners;
    assert.deepEqual(returned?.user_id, owner?.id);
  });
});

describe('parameters of the Connect URL', () => {
  const start = closedAfterEach(startConnect);

  it('public: make offers vehicles of that make only, in any spelling', async () => {
    const { grantAll, vehiclesOf, world, open } = await start();
    const { returned, rules } = await grantAll({ make: 'mini' });
    const mini = (await world()).find(({ make }) => make === 'MINI');
    assert.deepEqual(await vehiclesOf(returned?.code), [mini?.id]);
    assert.match(rules, /connect\.make/);
    assert.equal((await open({ make: 'TRABANT' })).status, 400);
  });

  it('public: single_select lets the owner choose one vehicle', async () => {
    const { open, press, submit, vehiclesOf, world } = await start();
    const parameters = { single_select: 'true' };
    const { text } = await open(parameters);
    assert.doesNotMatch(text, /type="checkbox" name="vehicle/);
    const { returned } = await press(parameters, text, ['decision', 'allow']);
    const [first, second] = await world();
    assert.deepEqual(await vehiclesOf(returned?.code), [first?.id]);
    const both = await submit(parameters, [
      ...formFields(text).filter(([name]) => name === 'owner'),
      ['vehicle', first?.id ?? ''],
      ['vehicle', second?.id ?? ''],
      ['decision', 'allow'],
    ]);
    assert.deepEqual([both.status, both.returned], [400, undefined]);
  });

  it('public: single_select_vin offers that vehicle, whatever the make says, and needs single_select', async () => {
    const { open, grantAll, vehiclesOf, vin, world } = await start();
    const id = (await world())[2]?.id ?? '';
    const single_select_vin = await vin(id);
    const { returned } = await grantAll({ single_select: 'true', single_select_vin, make: 'BMW' });
    assert.deepEqual(await vehiclesOf(returned?.code), [id]);
    assert.equal((await open({ single_select_vin })).status, 400);
    assert.equal((await open({ single_select: 'true', single_select_vin: 'NONE' })).status, 400);
  });

  it('shows mode, flags and user, escaped', async () => {
    const { open } = await start();
    const { text } = await open({ mode: 'test', flags: 'country:DE <b>', user: 'someone' });
    for (const words of ['<code>test</code>', 'country:DE &lt;b&gt;', 'someone']) assert.ok(text.includes(words));
  });

  it('public, by option: a redirect URI must be registered, to the letter; the first one is the default', async () => {
    const { client, open } = await start({ redirectUris: [redirectUri, 'https://example.test/callback'] });
    assert.equal((await open()).status, 200);
    const other = await open({ redirect_uri: `${redirectUri}/` });
    assert.deepEqual([other.status, other.headers.get('Location')], [400, null]);
    assert.equal(other.headers.get('Sandbox-Rule'), 'connect.registered-redirect');
    const url = new URL(client.connectUrl());
    url.searchParams.delete('redirect_uri');
    assert.ok((await (await fetch(url)).text()).includes(`<code>${redirectUri}</code>`));
  });

  it('public: the state returns byte for byte, raw characters included', async () => {
    const { client } = await start({}, true);
    const { port, pathname, search } = new URL(client.connectUrl());
    for (const state of ['a"b<c>|`{}^\\', "it's~(x)*!;,/?:@$", '%7e%7E+%20', '%c3%A9']) {
      const location = await rawLocation(Number(port), `${pathname}${search}&state=${state}`);
      assert.ok(location.endsWith(`&state=${state}`), `${state}: ${location}`);
    }
  });
});

describe('Connect page by page', () => {
  const start = closedAfterEach(startConnect);

  it('public: brand, log-in, vehicles, permissions, allow', async () => {
    const { open, press, vehiclesOf, world } = await start();
    const scope = 'required:read_battery read_vehicle_info';
    const { text } = await open({ scope });
    const brand = await press({ scope }, text, ['step', 'brand']);
    assert.match(brand.text, /value="BMW"/);
    const login = await press({ scope }, brand.text, ['step', 'login']);
    assert.match(login.text, /Sign in to your BMW account/);
    const email: [string, string] = ['email', 'Robin.Hale@example.com'];
    const vehicles = await press({ scope }, login.text, email, ['step', 'vehicles']);
    const permissions = await press({ scope }, vehicles.text, ['step', 'permissions']);
    for (const { status, rules } of [brand, login, vehicles, permissions]) {
      assert.deepEqual([status, rules], [200, 'connect.steps']);
    }
    assert.doesNotMatch(permissions.text, /<script|\s(?:action|formaction)=/);
    const { returned } = await press({ scope }, permissions.text, ['decision', 'allow']);
    const bmw = (await world()).find(({ make }) => make === 'BMW');
    assert.deepEqual(await vehiclesOf(returned?.code), [bmw?.id]);
    const again = await press({ scope }, login.text, email, ['step', 'vehicles']);
    assert.deepEqual([again.status, Object.keys(again.returned ?? {})], [303, ['code']], 'approval_prompt=auto');
    assert.match(again.rules, /connect\.approval-prompt/);
    const forced = await press({ scope, approval_prompt: 'force' }, login.text, email, ['step', 'vehicles']);
    assert.equal(forced.status, 200);
    const more = await press({ scope: `${scope} read_charge_records` }, login.text, email, ['step', 'vehicles']);
    assert.equal(more.status, 200, 'asks for what was not granted before');
  });

  it('public: who granted two vehicles before is asked which one, where one is to be chosen', async () => {
    const { submit, grantAll } = await start();
    await grantAll();
    const parameters = { single_select: 'true' };
    const login: [string, string][] = [
      ['step', 'vehicles'],
      ['email', 'robin.hale@example.com'],
    ];
    assert.match((await submit(parameters, login)).text, /type="radio"\s+name="vehicle-of-/);
    assert.equal((await submit({ single_select: 'true', make: 'MINI' }, login)).status, 303, 'there is but one');
  });

  it('asks again where something is missing', async () => {
    const { submit, open } = await start();
    const noEmail = await submit({}, [['step', 'vehicles']]);
    assert.match(noEmail.text, /Enter an email address/);
    const owner = formFields((await open()).text).filter(([name]) => name === 'owner');
    const noVehicle = await submit({}, [...owner, ['step', 'permissions']]);
    assert.match(noVehicle.text, /Choose at least one vehicle/);
    assert.deepEqual([noEmail.status, noVehicle.status], [400, 400]);
    assert.equal((await submit({}, [['step', 'permissions']])).status, 400);
    assert.equal((await submit({}, [['step', 'nowhere']])).status, 400);
  });

  it('public: some addresses lead to an error, an account without the brand to no_vehicles, any other logs in', async () => {
    const { submit } = await start();
    const login = async (email: string, make = '') =>
      submit({}, [
        ['step', 'vehicles'],
        ['email', email],
        ['make', make],
      ]);
    assert.equal((await login('smartcar@invalid-subscription.com')).returned?.error, 'invalid_subscription');
    const incompatible = await login('smartcar@vehicle-incompatible.com', 'MINI');
    assert.deepEqual([incompatible.returned?.error, incompatible.returned?.make], ['vehicle_incompatible', 'MINI']);
    assert.equal((await login('noa.lind@example.com', 'TESLA')).returned?.error, 'no_vehicles');
    assert.match((await login('anyone@example.org')).text, /Vehicles of Robin Hale/);
  });

  it('skips the brand where the Connect URL names one, and starts there by option', async () => {
    const { open } = await start({ connectStepByStep: true });
    assert.match((await open()).text, /Step 1 of 4/);
    assert.match((await open({ make: 'KIA' })).text, /Sign in to your KIA account/);
    assert.doesNotMatch((await open({ make: 'TESLA' })).text, />\s*TESLA\s*</);
  });
});
