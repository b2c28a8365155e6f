// A list that fails: what it met is not tried for each of fifty known vehicles, over real HTTP, proxies and TLS.
import assert from 'node:assert/strict';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { Agent, ProxyAgent, fetch as undiciFetch, type Dispatcher } from 'undici';
import { Emitter } from '../../src/common/event.ts';
import { Transport } from '../../src/service/http/transport.ts';
import { VehicleDirectory } from '../../src/extension/vehicles/data/vehicle-directory.ts';
import { closeServers, reply, serve } from '../unit/service/http/loopback.ts';
import { authority, servePrivately } from '../unit/service/http/private-service.ts';
import { closedPort, closeProxies, startProxy } from '../unit/service/http/proxies.ts';
import { environmentAt, vehicleDataOf } from '../unit/service/vehicle-data.ts';
import { session } from '../unit/extension/vehicles/fixture.ts';

const known = Array.from({ length: 50 }, (_, index) => `vehicle-${index + 1}`);

/** A service of version 2.0 whose ways of failing are changed while it runs. */
class Service {
  ids: readonly string[] = known;
  /** Answers instead, where it is one of these. */
  instead: { readonly what: RegExp; readonly answer: RequestListener } | undefined;
  readonly requests: string[] = [];

  readonly listener = (request: IncomingMessage, response: ServerResponse): void => {
    const path = request.url ?? '';
    this.requests.push(path);
    if (this.instead?.what.test(path)) return this.instead.answer(request, response);
    const body = path.startsWith('/v2.0/vehicles?')
      ? { vehicles: this.ids, paging: { count: this.ids.length, offset: 0 } }
      : path.includes('/battery/')
        ? {
            capacity: { nominal: 80, source: 'SMARTCAR' },
            availableCapacities: [{ capacity: 80, description: null }],
            url: null,
          }
        : { id: 'x', make: 'BMW', model: 'i4', year: 2023 };
    reply(200, body)(request, response);
  };
}

const everything = /./;
const list = /\/vehicles\?/;
const html = reply(200, '<!doctype html><title>Sign in</title>', { 'content-type': 'text/html' });

describe('a list that fails', () => {
  let service: Service;
  let baseUrl: string;
  let dispatcher: Dispatcher | undefined;
  let sent: string[];
  let directory: VehicleDirectory;

  beforeEach(async () => {
    service = new Service();
    sent = [];
    dispatcher = undefined;
    baseUrl = await serve(service.listener);
  });
  afterEach(async () => {
    directory.dispose();
    await closeProxies();
    await closeServers();
  });

  /** The view after each of its vehicles was asked about. */
  async function look(isKnown = true): Promise<void> {
    const fetch = ((input: string, init: object) => {
      sent.push(new URL(input).pathname);
      return undiciFetch(input, { ...init, ...(dispatcher && { dispatcher }) });
    }) as typeof globalThis.fetch;
    const transport = new Transport({ fetch, userAgent: 'test/1' });
    const environment = () => Promise.resolve(environmentAt(baseUrl));
    const nothing = new Emitter<void>().event;
    directory = new VehicleDirectory(
      { list: () => Promise.resolve([session('test.1')]), onDidChange: nothing },
      { current: () => 'sandbox', onDidChange: nothing },
      {
        of: () => vehicleDataOf(environmentAt('http://127.0.0.1:1'), { environment }, transport),
        otherCapacity: () => Promise.resolve(undefined),
        leadingVersion: () => Promise.resolve('3'),
        end: { askAgain: () => undefined },
      },
    );
    await directory.load();
    if (isKnown) await Promise.all(vehicles().map((vehicle) => vehicle.want()));
    sent.length = 0;
    service.requests.length = 0;
  }

  const vehicles = () => directory.accounts.flatMap((account) => account.vehicles);
  const unwell = () => vehicles().filter(({ attributes, capacity }) => attributes.error ?? capacity.error);

  const failures: Record<string, RequestListener> = {
    'a version that is off': reply(410, { type: 'VERSION', description: 'gone' }),
    'a version that is off, without a body': reply(410, ''),
    'an address that nobody knows': reply(404, { type: 'RESOURCE_NOT_FOUND' }),
    'the page of another server': reply(404, '<html>', { 'content-type': 'text/html' }),
    'a page to sign in to the network': html,
    'a proxy in between that wants credentials': reply(407, ''),
    'a failure of the service': reply(500, { type: 'SERVER' }),
    'an outage': reply(503, '<html>', { 'content-type': 'text/html' }),
    'a limit': reply(429, { type: 'RATE_LIMIT' }, { 'retry-after': '60' }),
    'a token that is refused': reply(401, { type: 'AUTHENTICATION' }),
    'a redirect': reply(302, '', { location: 'http://login.test/' }),
    'a connection that is reset': (request) => request.socket.destroy(),
    'a body that is cut': (_, response) => {
      response.writeHead(200, { 'content-length': '500' }).write('{"vehicles":');
      setImmediate(() => response.destroy());
    },
  };
  /** A request whose connection is closed is sent once more. */
  const timesOf = (what: string) => (what === 'a connection that is reset' ? 2 : 1);
  for (const [what, answer] of Object.entries(failures)) {
    it(`is all that a refresh asks, and the vehicles keep what was known: ${what}`, async () => {
      await look();
      service.instead = { what: everything, answer };
      await directory.refresh();
      const times = timesOf(what);
      assert.deepEqual(service.requests, Array(times).fill('/v2.0/vehicles?limit=50&offset=0'));
      const [account] = directory.accounts;
      assert.ok(account?.list.error);
      assert.equal(vehicles().length, 50);
      for (const { attributes, capacity } of vehicles()) {
        assert.ok(attributes.value && capacity.value, 'nothing is lost');
        assert.equal(attributes.error?.message, account.list.error.message);
      }
      await account.retry();
      assert.deepEqual(service.requests.length, what === 'a limit' ? 1 : 2 * times, 'nor does a retry by itself');
    });
  }

  it('leaves nothing behind once it is there again', async () => {
    await look();
    service.instead = { what: everything, answer: html };
    await directory.refresh();
    assert.equal(unwell().length, 50);
    service.instead = undefined;
    await directory.refresh('failed');
    assert.equal(unwell().length, 0);
    assert.equal(service.requests.length, 1 + 1 + 100);
  });

  it('opens one tunnel where a proxy refuses the credentials, however many vehicles there are', async () => {
    const port = await servePrivately(service.listener);
    baseUrl = 'https://service.test';
    const behavior: { to: number; credentials?: string; tls?: undefined } = { to: port };
    const proxy = await startProxy(behavior);
    const through = () =>
      new ProxyAgent({ uri: `http://user:wrong@${new URL(proxy.url).host}`, requestTls: { ca: authority } });
    dispatcher = through();
    await look();
    assert.equal(vehicles().length, 50);
    behavior.credentials = 'user:right';
    // As with a connection that was lost: no tunnel is left.
    dispatcher = through();
    proxy.asked.length = 0;
    await directory.refresh();
    assert.deepEqual([proxy.asked, sent], [['service.test:443'], ['/v2.0/vehicles']]);
    assert.match(directory.accounts[0]?.list.error?.message ?? '', /requires credentials/);
  });

  const unreachable: Record<string, () => Promise<void>> = {
    'a certificate that is not trusted': async () => {
      baseUrl = `https://127.0.0.1:${await servePrivately(service.listener)}`;
      dispatcher = new Agent();
    },
    'a host that is not found': () => {
      baseUrl = 'https://service.invalid';
      return Promise.resolve();
    },
    'a port at which nothing listens': async () => {
      baseUrl = `http://127.0.0.1:${await closedPort()}`;
    },
  };
  for (const [what, move] of Object.entries(unreachable)) {
    it(`is all that a refresh asks where the service can't be reached: ${what}`, async () => {
      await look();
      await move();
      await directory.refresh();
      assert.deepEqual(sent, ['/v2.0/vehicles']);
      assert.equal(unwell().length, 50);
    });
  }

  const ofItself: Record<string, RequestListener> = {
    'the permission for it was not granted': reply(403, { type: 'PERMISSION' }),
    'the service lists them in another form': reply(200, { cars: [] }),
  };
  for (const [what, answer] of Object.entries(ofItself)) {
    it(`does not stand for the vehicles where ${what}`, async () => {
      await look();
      service.instead = { what: list, answer };
      await directory.refresh();
      assert.ok(directory.accounts[0]?.list.error);
      assert.equal(service.requests.length, 1 + 100);
      assert.equal(unwell().length, 0);
    });
  }

  describe('and vehicles that fail behind a list that does not', () => {
    const vehicle = /\/vehicles\/./;
    for (const what of ['a connection that is reset', 'a page to sign in to the network', 'a version that is off']) {
      it(`end with those that were under way, at a refresh and at first sight: ${what}`, async () => {
        const answer = failures[what] ?? assert.fail();
        await look();
        service.instead = { what: vehicle, answer };
        await directory.refresh();
        const times = timesOf(what);
        assert.ok(service.requests.length <= 1 + 4 * times, `${service.requests.length} requests`);
        assert.equal(unwell().length, 50);
        directory.dispose();
        await look(false);
        await Promise.all(vehicles().map((each) => each.want()));
        assert.ok(service.requests.length <= 4 * times, `${service.requests.length} requests`);
        assert.equal(unwell().length, 50);
      });
    }

    it('try one of them by themselves, and the others once that one is well', async () => {
      await look();
      service.instead = { what: vehicle, answer: html };
      await directory.refresh();
      service.requests.length = 0;
      await directory.accounts[0]?.retry();
      assert.ok(service.requests.length <= 2, 'name and capacity of one');
      service.instead = undefined;
      service.requests.length = 0;
      await directory.accounts[0]?.retry();
      assert.deepEqual([service.requests.length, unwell().length], [100, 0]);
    });

    it('are each asked where it is the cars that fail', async () => {
      await look();
      service.instead = { what: /battery/, answer: reply(409, { type: 'VEHICLE_STATE', code: 'ASLEEP' }) };
      await directory.refresh();
      assert.equal(service.requests.length, 1 + 100);
      service.instead = { what: /battery/, answer: reply(500, { type: 'SERVER' }) };
      service.requests.length = 0;
      await directory.refresh();
      assert.equal(service.requests.length, 1 + 100);
    });
  });

  it('keeps others from being asked for their names by the API', async () => {
    await look(false);
    service.instead = { what: list, answer: html };
    await directory.refresh();
    service.requests.length = 0;
    await assert.rejects(directory.vehicles());
    assert.equal(service.requests.length, 0);
  });
});
