import assert from 'node:assert/strict';
import { diffSessions } from '../../../src/auth/session-diff.ts';
import {
  decodeSession,
  encodeSession,
  environmentOfSession,
  isDead,
  newSessionId,
} from '../../../src/auth/stored-session.ts';
import type { StoredSession } from '../../../src/auth/stored-session.ts';
import { storedSession } from './support.ts';

describe('stored session', () => {
  const session = storedSession(0, { deadGeneration: 1 });

  it('reads back what it writes', () => {
    assert.deepEqual(decodeSession(encodeSession(session)), { version: 1, ...session });
    assert.equal(isDead(session), true);
    assert.equal(isDead({ ...session, generation: 2 }), false);
  });

  it('reads nothing but complete sessions of its own format', () => {
    const good = JSON.parse(encodeSession(session)) as Record<string, unknown>;
    const tokens = good.tokens as object;
    const broken: unknown[] = [
      null,
      [],
      'text',
      { ...good, version: 2 },
      { ...good, id: '' },
      { ...good, account: null },
      { ...good, account: { id: 'x' } },
      { ...good, scopes: 'read_battery' },
      { ...good, scopes: [1] },
      { ...good, generation: '1' },
      { ...good, generation: null },
      { ...good, deadGeneration: 'yes' },
      { ...good, tokens: { ...tokens, refreshToken: undefined } },
      { ...good, tokens: { ...tokens, accessTokenExpiresAt: '2026-11-21' } },
    ];
    for (const value of broken) assert.equal(decodeSession(JSON.stringify(value)), undefined, JSON.stringify(value));
    assert.equal(decodeSession('{"version":1'), undefined);
    assert.ok(decodeSession(JSON.stringify({ ...good, fromTheFuture: true })));
  });

  it('names the environment in the id, whatever characters it has', () => {
    for (const name of ['sandbox', 'my.staging', 'a/b ü%']) {
      assert.equal(environmentOfSession(newSessionId(name)), name);
    }
    assert.notEqual(newSessionId('sandbox'), newSessionId('sandbox'));
    assert.equal(environmentOfSession('%.x'), '');
  });
});

describe('diffSessions', () => {
  const one = storedSession(0, { id: 'one' });
  const two = storedSession(0, { id: 'two' });
  const byId = (...sessions: StoredSession[]) => new Map(sessions.map((session) => [session.id, session]));

  it('finds nothing between equal readings', () => {
    assert.equal(diffSessions(byId(one, two), byId(two, structuredClone(one))), undefined);
  });

  it('tells added, removed and changed apart', () => {
    const renewed = { ...one, generation: 2 };
    assert.deepEqual(diffSessions(byId(one), byId(renewed, two)), { added: [two], removed: [], changed: [renewed] });
    assert.deepEqual(diffSessions(byId(one, two), byId(two)), { added: [], removed: [one], changed: [] });
  });

  it('sees a session that was marked dead', () => {
    const dead = { ...one, deadGeneration: 1 };
    assert.deepEqual(diffSessions(byId(one), byId(dead))?.changed, [dead]);
  });
});
