import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { receiverRules } from '../../../src/receiver-check/check-receiver.ts';
import { root } from '../../tools/lib/paths.ts';
import { older, options, resultsOf, token } from './kit.ts';

describe('receivers to copy', () => {
  const folder = join(root, 'media/receivers');

  for (const name of readdirSync(folder)) {
    it(`${name} compares in constant time, and takes the token from the variable`, () => {
      const code = readFileSync(join(folder, name), 'utf8');
      assert.match(code, /timingSafeEqual\(|compare_digest\(|hmac\.Equal\(|secure_compare\(|isEqual\(|hash_equals\(/);
      assert.match(code, /Set SMARTCAR_MANAGEMENT_TOKEN/);
      assert.match(code, /Event-Handled/);
    });
  }
});

describe('receiver for Node', () => {
  const file = join(root, 'media/receivers/node-http.mjs');

  it('passes the whole check, and shows no token', async () => {
    const receiver = spawn(process.execPath, [file], {
      env: { ...process.env, PORT: '0', SMARTCAR_MANAGEMENT_TOKEN: `${token},${older}` },
    });
    const said = Promise.all([text(receiver.stdout), text(receiver.stderr)]);
    try {
      const [url] = (await once(createInterface(receiver.stdout), 'line')) as [string];
      const results = await resultsOf(options(new URL(url)));
      assert.deepEqual(
        results.filter(({ outcome }) => outcome !== 'passed'),
        [],
      );
      assert.equal(results.length, receiverRules.length);
    } finally {
      receiver.kill();
    }
    const [output, complaint] = await said;
    assert.match(output, /tractionbattery-stateofcharge 78/);
    assert.equal(
      [token, older].some((secret) => (output + complaint).includes(secret)),
      false,
    );
  });

  it('does not start without a token', async () => {
    const receiver = spawn(process.execPath, [file], { env: { ...process.env, SMARTCAR_MANAGEMENT_TOKEN: '' } });
    const [complaint] = await Promise.all([text(receiver.stderr), once(receiver, 'close')]);
    assert.equal(receiver.exitCode, 1);
    assert.match(complaint, /Set SMARTCAR_MANAGEMENT_TOKEN/);
  });
});
