import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RuleResult } from '../../../src/receiver-check/check-receiver.ts';
import { applicationKeys } from '../../../src/service/webhooks/explain-signature.ts';
import { root } from '../../tools/lib/paths.ts';
import { readCommandLine } from '../../../src/receiver-check/command-line.ts';
import { closeProxies, startProxy } from '../service/http/proxies.ts';
import { controlReceiver, type Mistakes, older, sign, token } from './kit.ts';

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
    return await run(['--url', `${receiver.url.href}?token=hush`, ...args], {
      SMARTCAR_MANAGEMENT_TOKEN: `${token},${older}`,
    });
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
    assert.match(stdout, /\n(?:34 passed, 0 failed|33 passed, 0 failed, 1 warning)\n$/);
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
      const endless = join(folder, 'endless');
      await writeFile(endless, '');
      await truncate(endless, 2 ** 40);
      const huge = await explain('ff', endless);
      assert.equal(huge.code, 2);
      assert.match(huge.stderr, /has more than 16 MB/);
      const missing = await explain('ff', join(folder, 'none.json'));
      assert.equal(missing.code, 2);
      assert.match(missing.stderr, /ENOENT/);
      for (const { stdout, stderr } of [right, rewritten, missing])
        assert.doesNotMatch(stdout + stderr, new RegExp(token));
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('reports what was sent, what came and how to fix it, escaped in JUnit; a warning fails only if it is told to', async () => {
    const warns: Mistakes = { status: () => 202, body: '<&"\u0007\uffff>' };
    const reported = (...args: string[]) => checked(warns, args);
    const [quiet, strict, lines] = [
      await reported('--format', 'junit'),
      await reported('--format', 'junit', '--fail-on', 'warning'),
      await reported(),
    ];
    assert.deepEqual([quiet.code, strict.code, lines.code], [0, 1, 0]);
    assert.match(quiet.stdout, /<testsuite name="http:\/\/127\.0\.0\.1:\d+\/hook\?…"/);
    for (const { stdout } of [quiet, strict, lines]) assert.doesNotMatch(stdout, /hush/);
    assert.match(quiet.stdout, /<testsuites [^>]*failures="0">[^]*<testcase [^>]*\/>[^]*<system-out>\nAn older page/);
    assert.match(
      strict.stdout,
      /<failure type="warning" message="status 202[^"]*&lt;&amp;&quot; &gt;">[^]*\nTo fix: Answer with status 200\./,
    );
    assert.match(
      lines.stdout,
      /\nwarning status-200 [^]*\(public: [^]*\n {8}Sent: [^]*\n {8}Received: status 202 [^]*\n {8}To fix: /,
    );
    assert.match(lines.stdout, /, 0 failed, [12] warnings?\n$/);
  });

  it('sends nothing for this machine to the proxy of NODE_USE_ENV_PROXY', async () => {
    const [receiver, proxy] = [await controlReceiver([token], {}), await startProxy({ status: 502 })];
    const probe = `${receiver.url.origin}/?event={eventId}`;
    const variables = { NODE_USE_ENV_PROXY: '1', HTTP_PROXY: proxy.url, http_proxy: proxy.url };
    const { code } = await run(['--url', receiver.url.href, '--token', token, '--probe', probe], variables);
    assert.deepEqual([code, proxy.asked], [0, []]);
    await receiver.close();
    await closeProxies();
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

const read = (line: string, variables = {}) => readCommandLine(line.split(' ').filter(Boolean), variables);
const check = (line: string, variables = {}) => {
  const options = read(line, variables);
  return options?.url ? options : undefined;
};
const valuesOf = (options: ReturnType<typeof check>) => options?.keys?.map(({ value }) => value);
const url = '--url http://localhost:3000/hook';

describe('command line of check-receiver', () => {
  it('reads receiver, tokens of the option or the variable, and defaults for the rest', () => {
    assert.deepEqual(check(`${url} --token ${token}`), {
      url: new URL('http://localhost:3000/hook'),
      keys: applicationKeys([token]),
      probe: undefined,
      format: 'text',
      failOn: 'error',
    });
    const more = check(
      `${url} --token a, --token ${token},${older} --other-id x --other-id y --probe http://[::1]:1/{eventId} --format junit --fail-on warning`,
    );
    assert.deepEqual(
      [valuesOf(more), more?.probe, more?.format, more?.failOn],
      [[token, older, 'x', 'y'], 'http://[::1]:1/{eventId}', 'junit', 'warning'],
    );
    const variables = { SMARTCAR_MANAGEMENT_TOKEN: `${token}, ${older}` };
    assert.deepEqual(valuesOf(check(url, variables)), [token, older]);
    assert.deepEqual(valuesOf(check(`${url} --token x`, variables)), ['x']);
    assert.equal(check('--url https://example.com/hook --token x --remote')?.url.host, 'example.com');
    assert.equal(read('--help --format xml'), undefined);
  });

  for (const [line, message] of [
    ['', /--url is missing/],
    [url, /--token or SMARTCAR_MANAGEMENT_TOKEN/],
    [`${url} --token ,`, /--token or SMARTCAR_MANAGEMENT_TOKEN/],
    [`${url} --token secret,`, /one token, or the new and the older one/],
    [`${url} --token secret,b,c`, /one token, or the new and the older one/],
    ['--url localhost:3000 --token secret', /--url: .*not an http or https URL/],
    ['--url ftp://localhost --token secret', /--url: .*not an http or https URL/],
    ['--url http://secret:secret@localhost --token secret', /--url: .*user name or password/],
    ['--url https://example.com/hook --token secret', /example\.com is not on this machine.*--remote/],
    [`${url} --token secret --probe x`, /--probe: .*not an http/],
    ['--url http://127.0.0.2/hook --token secret', /--url: 127\.0\.0\.2 is not on this machine/],
    [`${url} --token secret --probe http://example.com/{eventId}`, /--probe: example\.com is not on this machine/],
    [`${url} --token secret --format xml`, /--format must be text, json, junit/],
    [`${url} --token secret --fail-on info`, /--fail-on must be error, warning/],
    [`${url} --nonsense`, /nonsense/],
    [`${url} --token x secret`, /one argument belongs to no option/],
    ['--explain body.json --token secret', /--explain and --signature go together/],
    ['--signature ff --token secret', /--explain and --signature go together/],
    ['--explain body.json --signature ff', /--token or SMARTCAR_MANAGEMENT_TOKEN/],
    [`${url} --explain body.json --signature ff --token secret`, /leave out --url/],
  ] as const) {
    it(`refuses '${line}', and repeats no secret`, () => {
      assert.throws(
        () => read(line),
        ({ message: text }: Error) => {
          assert.match(text, message);
          assert.equal(text.includes('secret'), false, text);
          return true;
        },
      );
    });
  }
});
