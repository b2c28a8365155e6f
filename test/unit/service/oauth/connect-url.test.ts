import assert from 'node:assert/strict';
import {
  capacityUrl,
  connectUrl,
  readCapacityRedirect,
  readConnectRedirect,
} from '../../../../src/service/oauth/connect-url.ts';
import type { ApiVersion } from '../../../../src/service/model/environment.ts';
import { ServiceError } from '../../../../src/service/model/errors.ts';

const environment = { connectUrl: 'https://connect.example/oauth/authorize', clientId: 'client&1' };
const request = {
  environment,
  redirectUri: 'http://localhost:8123/callback?a=b+c',
  scopes: ['read_battery', 'required:read_charge_records'],
  state: 'abc_-123',
};

const read = (query: string, versions: readonly ApiVersion[]) =>
  readConnectRedirect(new URL(`http://localhost:8123/callback?${query}`), versions);
const redirect = (query: string) => read(query, ['2.0']);
const chosen = (query: string) => readCapacityRedirect(new URL(`http://localhost:8123/callback?${query}`));

describe('connectUrl', () => {
  it('holds what the service needs, each value encoded, spaces as %20', () => {
    // To the byte, as the release before version 3 sent it.
    const query = [
      'response_type=code',
      'client_id=client%261',
      'redirect_uri=http%3A%2F%2Flocalhost%3A8123%2Fcallback%3Fa%3Db%2Bc',
      'scope=read_battery%20required%3Aread_charge_records',
      'state=abc_-123',
    ];
    assert.equal(connectUrl(request), `${environment.connectUrl}?${query.join('&')}`);
  });

  it('asks once for both versions, by the ID of version 3, so that the redirect names the owner', () => {
    const versions = ['3', '2.0'] as const;
    const { searchParams } = new URL(connectUrl({ ...request, versions }));
    assert.deepEqual([...searchParams.keys()].slice(0, 2), ['response_type', 'application_id']);
    assert.deepEqual([searchParams.get('response_type'), searchParams.get('application_id')], ['code', 'client&1']);
    const alone = new URL(connectUrl({ ...request, versions: ['3'] })).searchParams;
    assert.deepEqual([alone.get('response_type'), alone.get('application_id')], ['none', 'client&1']);
  });

  it('refuses what no browser should be sent to', () => {
    for (const address of ['', 'connect', 'file:///etc/passwd', 'command:x', 'javascript:1']) {
      assert.throws(
        () => connectUrl({ ...request, environment: { ...environment, connectUrl: address } }),
        (error) => error instanceof ServiceError && error.kind === 'input' && error.turn === 'developer',
      );
    }
  });
});

describe('readConnectRedirect', () => {
  it('reads a code and its state, and ignores the rest', () => {
    const expected = { kind: 'granted', code: 'c-1', ownerId: undefined, state: 's' };
    assert.deepEqual(redirect('code=c-1&state=s&user_id=u&virtual_key_url=x&user_id=v'), expected);
    assert.deepEqual(redirect('code=c-1'), { ...expected, state: null });
  });

  it('reads both where both versions are asked for, and what came where only one did', () => {
    const both = (query: string) => read(query, ['3', '2.0']);
    const expected = { kind: 'granted', code: 'c', ownerId: 'u', state: 's' };
    assert.deepEqual(both('code=c&user_id=u&state=s'), expected);
    assert.deepEqual(both('code=c&userId=u&state=s'), expected);
    assert.deepEqual(both('code=c&state=s'), { ...expected, ownerId: undefined });
    assert.deepEqual(both('user_id=u&state=s'), { ...expected, code: undefined });
    assert.deepEqual(read('code=c&user_id=u&state=s', ['3']), { ...expected, code: undefined });
  });

  it('takes no owner that is ambiguous or does not fit into a header', () => {
    for (const ids of [
      'user_id=u&user_id=v',
      'user_id=u&userId=v',
      'user_id=a%0d%0ab',
      'user_id=',
      `user_id=${'a'.repeat(201)}`,
    ]) {
      for (const versions of [['3'], ['3', '2.0']] as const) {
        assert.equal(read(`code=c&${ids}&state=s`, versions).kind, 'unreadable', ids);
      }
    }
  });

  for (const [error, message, nextStep] of [
    ['access_denied', /did not grant/, /allow access/],
    ['invalid_subscription', /subscription/, /maker/],
    ['vehicle_incompatible', /not compatible/, /another vehicle/],
    ['no_vehicles', /no vehicle/, /maker’s app/],
    ['configuration_error', /configured incorrectly/, /vehicleData\.environments/],
    ['server_error', /internal error/, /later/],
    ['battery_capacity_no_selection', /did not know/, /again/],
    ['brand_new', /unknown error: brand_new/, /support/],
    ['__proto__', /unknown error: __proto__/, /support/],
  ] as const) {
    it(`explains ${error}`, () => {
      const read = redirect(`error=${error}&error_description=Because.&state=s`);
      assert.ok(read.kind === 'refused');
      assert.deepEqual([read.error, read.state], [error, 's']);
      assert.match(read.message, message);
      assert.match(read.message, /The API says: “Because\.”/);
      assert.match(read.nextStep, nextStep);
    });
  }

  it('refuses what is repeated, contradictory or empty', () => {
    for (const [query, message] of [
      ['code=a&code=b&state=s', /code more than once/],
      ['code=a&state=s&state=t', /state more than once/],
      ['error=a&error=b', /error more than once/],
      ['code=a&error=b&state=s', /both/],
      ['code=&state=s', /neither/],
      ['', /neither/],
    ] as const) {
      const read = redirect(query);
      assert.ok(read.kind === 'unreadable', query);
      assert.match(read.message, message);
    }
  });
});

describe('capacityUrl', () => {
  const base = 'https://connect.example/battery-capacity?vehicle_id=v&token=a%2bb~c%20d+e';

  it('sets the redirect URI that the link ends in, and changes no other byte', () => {
    const encoded = 'redirect_uri=http%3A%2F%2Flocalhost%3A8123%2Fcallback%3Fa%3Db%2Bc';
    for (const link of [`${base}&redirect_uri=`, base, `${base}&redirect_uri=x&redirect%5Furi=y`]) {
      assert.equal(capacityUrl(link, request.redirectUri), `${base}&${encoded}`);
    }
    assert.equal(capacityUrl(`${base}&redirect_uri=#top`, request.redirectUri), `${base}&${encoded}#top`);
    assert.equal(capacityUrl('https://connect.example/c', request.redirectUri), `https://connect.example/c?${encoded}`);
  });
});

describe('readCapacityRedirect', () => {
  it('reads the choice in both spellings', () => {
    const expected = { kind: 'selected', vehicleId: 'v', capacity: 80.9 };
    assert.deepEqual(chosen('vehicle_id=v&selected_capacity=80.9&reason=battery_capacity'), expected);
    assert.deepEqual(chosen('vehicle_id=v&selected_capcity=80.9'), expected);
  });

  it('tells “I don’t know” from a refusal', () => {
    const query = 'error=battery_capacity_no_selection&error_description=user%20did%20not%20know&vehicle_id=v';
    assert.deepEqual(chosen(query), { kind: 'unknown', vehicleId: 'v' });
    const refused = chosen('error=server_error');
    assert.ok(refused.kind === 'refused');
    assert.equal(refused.refusal.error, 'server_error');
    assert.match(refused.refusal.message, /internal error/);
  });
});
