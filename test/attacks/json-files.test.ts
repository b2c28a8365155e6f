// JSON of people's files, in every encoding that shells and editors write: scenarios, states, commands of the control API.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseJsonBytes } from '../../src/common/text/decode-text.ts';
import { readScenario } from '../../src/sandbox/scenario.ts';
import { SandboxClient } from '../unit/sandbox/client.ts';

const main = join(import.meta.dirname, '../../src/sandbox/main.ts');

const utf8 = (json: string) => Buffer.from(json);
const utf16 = (json: string) => Buffer.from(json, 'utf16le');
const bigEndian = (json: string) => utf16(json).swap16();
const mark = '\uFEFF';

/** By who writes it. */
const encodings: Readonly<Record<string, (json: string) => Buffer>> = {
  'UTF-8': utf8,
  'UTF-8 with a mark (Notepad, Set-Content -Encoding utf8)': (json) => utf8(mark + json),
  'UTF-16 (> in PowerShell 5)': (json) => utf16(mark + json),
  'UTF-16 with line ends (Out-File)': (json) => utf16(`${mark}${json}\r\n`),
  'UTF-16, big endian (Set-Content -Encoding BigEndianUnicode)': (json) => bigEndian(mark + json),
  'UTF-16 without a mark (iconv -t utf-16le)': utf16,
  'UTF-16, big endian, without a mark (iconv -t utf-16be)': bigEndian,
  'UTF-8 with Windows line ends': (json) => utf8(`${json}\r\n`),
  'UTF-8 with a mark and blanks': (json) => utf8(`${mark}\r\n\t ${json}\r\n`),
};

const notJson: Readonly<Record<string, Buffer>> = {
  'Windows-1252': Buffer.from('{"owners": [{"name": "M\u00fcnchen"}]}', 'latin1'),
  'UTF-16 that is cut in a character': utf16(`${mark}{"a": 1}`).subarray(0, -1),
  'half of it': utf8('{"owners": [{"na'),
  'half of it in UTF-16': utf16(`${mark}{"owners": [{"na`),
  'a mark alone': utf8(mark),
  'a mark of UTF-16 alone': utf16(mark),
  'a mark in the middle': utf8(`{"owners": ${mark}[]}`),
  'zeros, as after a crash': Buffer.alloc(512),
  'two of them': utf8('{}{}'),
  'a comment': utf8('{} // mine'),
};

describe('JSON of a person’s file', () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'json-files-'));
    file = join(folder, 'file.json');
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  /** Runs a sandbox that can't start. */
  const run = async (...args: string[]) => {
    const child = spawn(process.execPath, [main, '--state', file, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
    // One that does start after all ends here.
    child.stdout.once('data', () => child.kill());
    const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'exit') as Promise<[number | null]>]);
    return { stderr, code };
  };
  const withState = async <T>(use: (client: SandboxClient) => Promise<T>): Promise<T> => {
    const client = await SandboxClient.start({ stateFile: file });
    try {
      return await use(client);
    } finally {
      await client.close();
    }
  };

  for (const [what, encoded] of Object.entries(encodings)) {
    it(`is read as ${what}: a scenario, a state, a command`, async () => {
      const name = 'Jörg aus München 東京 🚗';
      const owners = [{ name, vehicles: [{ make: 'BMW', model: 'iX1', year: 2025 }] }];
      writeFileSync(file, encoded(JSON.stringify({ owners })));
      assert.equal(readScenario(file).owners?.[0]?.name, name);

      rmSync(file);
      const { pair, saved } = await withState(async (client) => {
        const issued = await client.pair();
        return { pair: issued, saved: await (await client.control('/state')).text() };
      });
      writeFileSync(file, encoded(readFileSync(file, 'utf8')));
      await withState(async (client) => {
        assert.equal((await client.get('/v2.0/user', pair.access_token)).status, 200);
      });
      assert.deepEqual(readdirSync(folder), ['file.json']);

      rmSync(file);
      await withState(async (client) => {
        const send = (path: string, method: string, json: string) =>
          fetch(`${client.addresses.controlUrl}${path}`, { method, body: encoded(json) });
        assert.equal((await send('/state', 'PUT', saved)).status, 200);
        assert.equal((await client.get('/v2.0/user', pair.access_token)).status, 200);
        assert.equal((await send('/clock', 'POST', '{"advance": 7200}')).status, 200);
        assert.equal((await client.get('/v2.0/user', pair.access_token)).status, 401);
      });
    });
  }

  for (const [what, bytes] of Object.entries(notJson)) {
    it(`is refused as ${what}, in words without invisible characters`, async () => {
      writeFileSync(file, bytes);
      assert.throws(() => parseJsonBytes(bytes), SyntaxError);
      assert.throws(
        () => readScenario(file),
        ({ message }: Error) => message.startsWith(`Cannot read the scenario ${file}: `) && isVisible(message),
      );
      await assert.rejects(
        withState(() => Promise.resolve()),
        ({ message }: Error) => {
          assert.ok(message.includes(file) && message.includes('--replace-state') && isVisible(message), message);
          return true;
        },
      );
      assert.deepEqual(readFileSync(file), bytes);
      assert.deepEqual(readdirSync(folder), ['file.json']);
    });
  }

  it('that is a state and can’t be used stays where it is, and the sandbox exits with 1', async () => {
    await withState((client) => client.pair());
    const state = readFileSync(file);
    const quoted = utf8(state.toString().replace('"refreshTokens":[["', '"refreshTokens":[["" '));
    const damaged = {
      'its half': state.subarray(0, -10),
      'a list': '[]',
      'another version': '{"version":2}',
      'a token amiss': quoted,
    };
    for (const [what, content] of Object.entries(damaged)) {
      writeFileSync(file, content);
      const { stderr, code } = await run();
      assert.equal(code, 1, what);
      assert.ok(stderr.includes(file) && stderr.includes('--replace-state'), stderr);
      assert.doesNotMatch(stderr, /[0-9a-f]{8}/, 'and shows none of its tokens');
      assert.deepEqual(readFileSync(file), Buffer.from(content), what);
    }
    writeFileSync(file, state);
    const { stderr, code } = await run('--seed', '2');
    assert.deepEqual([code, readdirSync(folder)], [1, ['file.json']]);
    assert.match(stderr, /belongs to seed 1, not 2/);
    assert.deepEqual(readFileSync(file), state);
  });

  it('that is a state is moved aside if told to, and never over another one', async () => {
    for (const [number, aside] of ['file.json.broken', 'file.json.broken-2', 'file.json.broken-3'].entries()) {
      writeFileSync(file, `{ ${number}`);
      const { stderr } = await run('--replace-state');
      assert.ok(stderr.includes(`moved to ${join(folder, aside)},`), stderr);
      assert.equal(readFileSync(join(folder, aside), 'utf8'), `{ ${number}`);
      assert.ok(existsSync(file));
    }
  });

  it('that is empty is no state yet', async () => {
    writeFileSync(file, '');
    await withState((client) => client.pair());
    assert.deepEqual(readdirSync(folder), ['file.json']);
  });
});

function isVisible(message: string): boolean {
  return !/[\p{Cc}\p{Cf}]/u.test(message);
}
