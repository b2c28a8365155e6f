import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RuleResult } from '../../../src/receiver-check/check-receiver.ts';
import { root } from '../../tools/lib/paths.ts';
import { controlReceiver, type Mistakes, sign } from './control-receiver.ts';
import { older, token } from './run-check.ts';

interface Run {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function run(args: readonly string[], variables: Readonly<Record<string, string>> = {}): Promise<Run> {
  const child = spawn(process.execPath, [join(root, 'src/receiver-check/main.ts'), ...args], {
    env: { ...process.env, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (part: Buffer) => (stdout += part.toString()));
  child.stderr.on('data', (part: Buffer) => (stderr += part.toString()));
  return new Promise((resolve, reject) => {
    child.on('error', reject).on('close', (code) => resolve({ code, stdout, stderr }));
  });
}

async function checked(mistakes: Mistakes, args: readonly string[]): Promise<Run> {
  const receiver = await controlReceiver([token, older], mistakes);
  try {
    return await run(['--url', receiver.url.href, ...args], { SMARTCAR_MANAGEMENT_TOKEN: `${token},${older}` });
  } finally {
    await receiver.close();
  }
}

describe('vehicle-data-check-receiver', () => {
  it('exits with 0 for a good receiver', async () => {
    const { code, stdout, stderr } = await checked({}, []);
    assert.deepEqual([code, stderr], [0, '']);
    assert.match(stdout, /^ok {6}verify .*\n/);
    // The machine may be busy.
    assert.match(stdout, /\n(?:30 passed, 0 failed|29 passed, 0 failed, 1 warning)\n$/);
    assert.equal(stdout.includes(token), false);
  });

  it('exits with 1 for one with a mistake, and says which', async () => {
    const { code, stdout } = await checked({ mostBytes: 10_000 }, ['--format', 'json']);
    const report = JSON.parse(stdout) as { passed: boolean; results: RuleResult[] };
    const failed = report.results.filter(({ outcome, severity }) => outcome === 'failed' && severity === 'error');
    assert.deepEqual([code, report.passed, failed.map(({ rule }) => rule)], [1, false, ['large-event']]);
  });

  it('explains a signature, and exits with 1 unless it is right', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'explained-'));
    try {
      const body = join(folder, 'body.json');
      await writeFile(body, '{"value":78.0}');
      const explain = (signature: string, file = body) =>
        run(['--explain', file, '--signature', signature], { SMARTCAR_MANAGEMENT_TOKEN: `${token},${older}` });
      const right = await explain(sign(token, '{"value":78.0}'));
      assert.deepEqual(
        [right.code, right.stdout],
        [0, 'The signature is correct, made with the Application Management Token.\n'],
      );
      const rewritten = await explain(sign(older, '{"value":78}'));
      assert.equal(rewritten.code, 1);
      assert.match(rewritten.stdout, /an older Application Management Token.*was replaced.*JSON\.stringify/);
      const missing = await explain('ff', join(folder, 'none.json'));
      assert.equal(missing.code, 2);
      assert.match(missing.stderr, /ENOENT/);
      for (const { stdout, stderr } of [right, rewritten, missing])
        assert.doesNotMatch(stdout + stderr, new RegExp(token));
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('exits for a warning with 1 only if it is told to', async () => {
    const warns = { status: () => 202 };
    const [quiet, strict] = [
      await checked(warns, ['--format', 'junit']),
      await checked(warns, ['--format', 'junit', '--fail-on', 'warning']),
    ];
    assert.deepEqual([quiet.code, strict.code], [0, 1]);
    assert.match(quiet.stdout, /<testsuites [^>]*failures="0">/);
    assert.match(strict.stdout, /<failure type="warning"/);
  });

  it('exits with 2 if it can’t check, and says what to do', async () => {
    const receiver = await controlReceiver([token], {});
    await receiver.close();
    const args = ['--url', receiver.url.href, '--token', 'secret'];
    const gone = await run(args);
    assert.deepEqual([gone.code, gone.stdout], [2, '']);
    assert.match(gone.stderr, /the token is no UUID/);
    assert.match(gone.stderr, /ECONNREFUSED.*Start it/);
    assert.equal(gone.stderr.includes('secret'), false);
    const wrong = await run([]);
    assert.deepEqual([wrong.code, wrong.stdout], [2, '']);
    assert.match(wrong.stderr, /--url is missing[^]*--help/);
  });
});
