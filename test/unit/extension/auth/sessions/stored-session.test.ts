import assert from 'node:assert/strict';
import { encodeSignedOut, readRecord } from '../../../../../src/extension/auth/sessions/session-record.ts';
import {
  keyText,
  newKey,
  openText,
  readKey,
  sealSession,
} from '../../../../../src/extension/auth/sessions/session-encryption.ts';
import {
  isDead,
  environmentOfSession,
  newSessionId,
} from '../../../../../src/extension/auth/sessions/stored-session.ts';
import { canary, storedSession } from '../support.ts';

describe('stored session', () => {
  const session = storedSession(0, { deadGeneration: 1 });
  const key = newKey();
  const sealed = () =>
    JSON.parse(sealSession(session, key)) as {
      v: number;
      header: Record<string, unknown>;
      box: Record<string, string>;
    };

  it('reads back what it seals, with the same key only', () => {
    assert.deepEqual(openText(sealSession(session, key), key), session);
    assert.equal(openText(sealSession(session, key), newKey()), undefined);
    assert.equal(isDead(session), true);
    assert.equal(isDead({ ...session, generation: 2 }), false);
  });

  it('shows everything but the tokens without the key', () => {
    const text = sealSession(session, key);
    assert.equal(text.includes(canary), false);
    const record = readRecord(text);
    assert.ok(record?.kind === 'sealed');
    assert.deepEqual(record.header.account, session.account);
    assert.equal(record.header.refreshTokenExpiresAt, session.tokens.refreshTokenExpiresAt);
  });

  it('opens nothing whose header or box was changed', () => {
    const { v, header, box } = sealed();
    for (const [name, value] of Object.entries({ generation: 7, clientId: 'other', accessTokenExpiresAt: 9e15 })) {
      assert.equal(openText(JSON.stringify({ v, header: { ...header, [name]: value }, box }), key), undefined, name);
    }
    const other = sealed().box;
    for (const part of ['iv', 'tag', 'data']) {
      const mixed = { ...box, [part]: other[part] };
      assert.equal(openText(JSON.stringify({ v, header, box: mixed }), key), undefined, part);
    }
    assert.ok(openText(JSON.stringify({ v, header: { ...header, later: true }, box }), key));
  });

  it('opens nothing whose seal is cut short, which would be easier to guess', () => {
    const { v, header, box } = sealed();
    const tag = Buffer.from(box.tag ?? '', 'base64');
    for (const length of [4, 8, 12]) {
      const short = { ...box, tag: tag.subarray(0, length).toString('base64') };
      assert.equal(openText(JSON.stringify({ v, header, box: short }), key), undefined);
    }
  });

  it('opens nothing whose box holds no tokens, whoever sealed it', () => {
    const { v, header, box } = sealed();
    for (const part of ['iv', 'tag', 'data']) {
      const spoilt = { ...box, [part]: '!' };
      assert.equal(openText(JSON.stringify({ v, header, box: spoilt }), key), undefined, part);
    }
    assert.equal(openText(undefined, key), undefined);
  });

  it('reads nothing but whole records of its own format', () => {
    const { v, header, box } = sealed();
    const broken: unknown[] = [
      null,
      [],
      'text',
      { v: 2, header, box },
      { v, header },
      { v, box },
      { v, header, box: { ...box, tag: '' } },
      { v, header: { ...header, id: '' }, box },
      { v, header: { ...header, account: null }, box },
      { v, header: { ...header, account: { id: 'x' } }, box },
      { v, header: { ...header, scopes: 'read_battery' }, box },
      { v, header: { ...header, scopes: [1] }, box },
      { v, header: { ...header, generation: '1' }, box },
      { v, header: { ...header, generation: null }, box },
      { v, header: { ...header, deadGeneration: 'yes' }, box },
      { v, header: { ...header, issuedAt: '2026-11-21' }, box },
      { v, signedOut: true, id: 'one' },
      { v, signedOut: true, generation: 3, at: 5 },
    ];
    for (const value of broken) assert.equal(readRecord(JSON.stringify(value)), undefined, JSON.stringify(value));
    assert.equal(readRecord('{"v":1'), undefined);
    assert.equal(readRecord(encodeSignedOut('one', 3, 5))?.kind, 'signed-out');
  });

  it('tells a key from another that stands in its place', () => {
    assert.deepEqual(readKey(keyText(key), key.id)?.bytes, key.bytes);
    assert.equal(readKey(keyText(newKey()), key.id), undefined);
    assert.equal(readKey('short', key.id), undefined);
    assert.equal(readKey(undefined, key.id), undefined);
    const idOfNothing = '47DEQpj8HBSa-_TImW-5JC';
    assert.equal(readKey('', idOfNothing), undefined);
  });

  it('names the environment in the id, whatever characters it has', () => {
    for (const name of ['sandbox', 'my.staging', 'a/b ü%', '😀'.repeat(40)]) {
      assert.equal(environmentOfSession(newSessionId(name)), name);
    }
    assert.notEqual(newSessionId('sandbox'), newSessionId('sandbox'));
    assert.equal(environmentOfSession('%.x'), '');
  });
});
