// Sessions that another extension has made up or kept: the exported API takes what VS Code gives out now, and nothing else.
import assert from 'node:assert/strict';
import { SessionClients } from '../../src/extension/auth/provider/session-clients.ts';
import { documentTiming } from '../../src/extension/auth/sessions/session-durations.ts';
import { proofOfSession, tokenToShow } from '../../src/extension/auth/sessions/stored-session.ts';
import type { WindowSessions } from '../../src/extension/auth/window-sessions.ts';
import { exportedApi } from '../../src/extension/exported-api.ts';
import { ServiceClient } from '../../src/service/service-client.ts';
import { canary, pair } from '../unit/extension/auth/support.ts';
import { SessionWorld } from '../unit/extension/auth/session-world.ts';

type Brought = Parameters<ReturnType<typeof exportedApi>['forSession']>[0];

const vehicle = { id: 'vehicle-1', make: 'BMW', model: 'iX', year: 2024 };

describe('a session that an extension brings', () => {
  let world: SessionWorld;
  let window: WindowSessions;
  /** Where requests went, and with which token. */
  let sent: string[];
  let status: number;

  beforeEach(() => {
    world = new SessionWorld();
    window = world.window();
    sent = [];
    status = 200;
  });
  afterEach(() => world.close());

  function api() {
    const service = new ServiceClient({
      fetch: (input, init) => {
        const { origin, pathname } = new URL(new Request(input).url);
        sent.push(`${origin} ${new Headers(init?.headers).get('Authorization')}`);
        const paging = { count: 1, offset: 0 };
        const body = pathname.endsWith('/vehicles') ? { vehicles: [vehicle.id], paging } : vehicle;
        return Promise.resolve(Response.json(body, { status }));
      },
      userAgent: 'test',
      onRequest: () => undefined,
      onDecision: () => undefined,
    });
    const environments = {
      versions: (name: string) => Promise.resolve([name === 'v3' ? ('3' as const) : ('2.0' as const)]),
      resolve: (name: string) =>
        Promise.resolve({
          name,
          version: name === 'v3' ? ('3' as const) : ('2.0' as const),
          authUrl: `https://${name}.test`,
          baseUrl: `https://${name}.test`,
          connectUrl: `https://${name}.test`,
          clientId: 'client',
          redirectUri: 'http://localhost:0/callback',
          scopes: [],
        }),
    };
    const clients = new SessionClients(service, window.sessions, environments);
    return exportedApi((accessToken) => clients.ofToken(accessToken));
  }

  it('reads its own environment with its own token, selected or not', async () => {
    const { tokens } = world.put({ id: 'staging.two', environment: 'staging' });
    world.put();
    const reader = await api().forSession({ accessToken: tokens.accessToken });
    assert.deepEqual([...(await reader.vehicles())], [vehicle]);
    assert.deepEqual(new Set(sent), new Set([`https://staging.test Bearer ${tokens.accessToken}`]));
  });

  it('is known as soon as another window has renewed it', async () => {
    const session = world.put();
    await window.sessions.stored();
    const { tokens } = world.put({ ...session, tokens: pair(world.time.now()), generation: 2 });
    assert.ok(await api().forSession({ accessToken: tokens.accessToken }));
  });

  it('is nothing without its token, whatever else of it is right', async () => {
    const real = world.put();
    const renewed = world.put({ ...real, tokens: pair(world.time.now()), generation: 2 });
    const { accessToken, refreshToken } = renewed.tokens;
    const forged: readonly unknown[] = [
      { id: real.id, account: real.account, scopes: real.scopes, accessToken: '' },
      { id: real.id, account: real.account, scopes: real.scopes, accessToken: real.id },
      { id: real.id, account: real.account, scopes: real.scopes },
      { ...real, accessToken: real.tokens.accessToken },
      { accessToken: refreshToken },
      { accessToken: accessToken.slice(0, -1) },
      { accessToken: `${accessToken} ` },
      { accessToken: accessToken.toUpperCase() },
      { accessToken: `Bearer ${accessToken}` },
      { accessToken: [accessToken] },
      { accessToken: { toString: () => accessToken, valueOf: () => accessToken } },
      { accessToken: new String(accessToken) },
      { accessToken: undefined },
      { accessToken: null },
      { accessToken: true },
      { tokens: renewed.tokens },
      accessToken,
      {},
    ];
    for (const session of forged) {
      await assert.rejects(
        api().forSession(session as Brought),
        ({ nextStep }: { nextStep?: string }) => (nextStep ?? '').includes('getSession'),
        JSON.stringify(session),
      );
    }
    assert.deepEqual(sent, []);
  });

  it('is read once: a token that is another one the next time gets nothing in its place', async () => {
    const { tokens } = world.put();
    const answers = ['made up', tokens.accessToken];
    const session = {
      get accessToken() {
        return answers.shift() ?? '';
      },
    };
    await assert.rejects(api().forSession(session));
    assert.deepEqual(sent, []);
  });

  it('ends with the sign-out, also for a reader that was made before', async () => {
    const { id, tokens } = world.put();
    const reader = await api().forSession({ accessToken: tokens.accessToken });
    await window.sessions.remove(id);
    await assert.rejects(reader.vehicles(), /signed out/);
    await assert.rejects(reader.nominalCapacity(vehicle.id), /signed out/);
    await assert.rejects(reader.chargeRecords({ vehicleId: vehicle.id, make: 'BMW' }), /signed out/);
    await assert.rejects(api().forSession({ accessToken: tokens.accessToken }), /not the current access token/);
    assert.deepEqual(sent, []);
  });

  it('of version 3 proves itself for an hour at most, also for a reader that was made before', async () => {
    const session = world.put({
      ...{ id: 'v3.one', environment: 'v3', grant: 'application', clientId: world.clientId },
      tokens: proofOfSession(world.time.now()),
    });
    const accessToken = tokenToShow(session, world.time.now());
    const reader = await api().forSession({ accessToken });
    await world.time.advance(documentTiming.proofMs);
    // What the service is asked with here is what counts, and not what it answers.
    await assert.rejects(reader.vehicles());
    assert.deepEqual([...new Set(sent)], [`https://v3.test Bearer application-token-${canary}`]);

    sent = [];
    await world.time.advance(documentTiming.proofMs);
    await assert.rejects(reader.vehicles(), /not the current access token/);
    await assert.rejects(reader.nominalCapacity(vehicle.id), /not the current access token/);
    for (const kept of [accessToken, session.tokens.accessToken]) {
      await assert.rejects(api().forSession({ accessToken: kept }), /not the current access token/);
    }
    assert.deepEqual(sent, []);
    assert.ok(await api().forSession({ accessToken: tokenToShow(session, world.time.now()) }));
  });

  it('is not renewed for the one that brought it: a newer token takes the person’s consent again', async () => {
    const { tokens } = world.put();
    const reader = await api().forSession({ accessToken: tokens.accessToken });
    status = 401;
    // `world.answer` fails the test if a refresh token is sent.
    await assert.rejects(reader.vehicles(), /not the current access token/);
    assert.deepEqual(sent, [`https://sandbox.test Bearer ${tokens.accessToken}`]);
  });
});
