import assert from 'node:assert/strict';
import { Emitter } from '../../../../../src/common/event.ts';
import { PendingExchanges } from '../../../../../src/extension/auth/sign-in/pending-exchanges.ts';
import type { Lack } from '../../../../../src/extension/auth/sign-in/sign-in.ts';
import type { ServiceError } from '../../../../../src/service/model/errors.ts';
import { assertNoSecretSeen, canary, failures, log, serviceError, storedSession } from '../support.ts';

describe('codes that could not be exchanged', () => {
  const session = storedSession(0);
  const grant = { code: `code-${canary}`, redirectUri: 'http://localhost:1/callback' };
  const lack = (): Lack => ({ error: failures.invalidClient(), grant });
  let settingsChanged: Emitter<void>;
  let shown: Map<string, ServiceError | undefined>;
  let exchanged: string[];
  let outcome: () => Promise<Lack | undefined>;
  let isConnected: boolean;
  let pending: PendingExchanges;

  beforeEach(() => {
    settingsChanged = new Emitter();
    shown = new Map();
    exchanged = [];
    outcome = () => Promise.resolve(undefined);
    isConnected = true;
    pending = new PendingExchanges({
      onDidChange: settingsChanged.event,
      exchange: ({ id }, { code }) => {
        exchanged.push(`${id} ${code}`);
        return outcome();
      },
      isConnected: () => Promise.resolve(isConnected),
      show: (id, error) => void shown.set(id, error),
      log,
    });
  });
  afterEach(() => {
    pending.dispose();
    assertNoSecretSeen();
  });

  it('are tried again when a setting or a secret changes, and then forgotten', async () => {
    pending.note(session, lack());
    assert.equal(shown.get(session.id)?.type, 'invalid_client');
    settingsChanged.fire();
    await pending.retry();
    assert.deepEqual(exchanged, [`${session.id} ${grant.code}`]);
    assert.equal(shown.get(session.id), undefined);
  });

  it('stay until the service no longer accepts them, and the line says what is left', async () => {
    pending.note(session, lack());
    outcome = () => Promise.resolve(lack());
    await pending.retry();
    outcome = () => Promise.reject(failures.offline());
    await pending.retry();
    assert.equal(shown.get(session.id)?.type, 'invalid_client');
    outcome = () => Promise.resolve({ error: serviceError({ remedy: 'reconnect' }) });
    await pending.retry();
    assert.equal(shown.get(session.id)?.remedy, 'reconnect');
    await pending.retry();
    assert.equal(exchanged.length, 3);
  });

  it('connect nobody who has signed out, and give way to a newer sign-in', async () => {
    pending.note(session, lack());
    isConnected = false;
    await pending.retry();
    isConnected = true;
    pending.note(session, lack());
    pending.note(session, undefined);
    await pending.retry();
    assert.deepEqual(exchanged, []);
  });
});
