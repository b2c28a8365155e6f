// What a sandbox says of itself: each field is of its form, each address of the origin that was asked, and what becomes
// lines of a file stays one line each.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { Server } from 'node:net';
import { parseEnv, promisify } from 'node:util';
import { answerProof } from '../../src/common/loopback/listener-proof.ts';
import { listenOnLoopback, portOf } from '../../src/common/loopback/loopback-listeners.ts';
import { probeSandbox } from '../../src/sandbox-client/control-client.ts';
import { ExternalSandbox } from '../../src/sandbox-client/external-sandbox.ts';
import { environmentVariables } from '../../src/sandbox/control/environment-variables.ts';
import { sandboxAddresses } from '../../src/sandbox/control/contract.ts';
import { startSandbox } from '../../src/sandbox/server.ts';

/** In place of what is true. `PORT` stands for its own. */
const claims: readonly (readonly [field: string, value: unknown])[] = [
  ['clientId', 'id\nLD_PRELOAD=/tmp/x.so'],
  ['clientId', 'id\r\nPATH=/tmp'],
  ['clientId', 'id # comment'],
  ['clientId', '$(touch /tmp/x)'],
  ['clientId', '`id`'],
  ['clientId', '${HOME}'],
  ['clientId', '"quoted"'],
  ['clientId', ''],
  ['clientId', 'x'.repeat(300)],
  ['clientId', 'ïd'],
  ['clientId', 7],
  ['clientSecret', 'secret\0'],
  ['clientSecret', 'secret\u2028NEXT=1'],
  ['clientSecret', "it's"],
  ['controlUrl', 'vscode://vehicle-data.vehicle-data-explorer/vehicle/x'],
  ['controlUrl', 'file:///etc/passwd'],
  ['controlUrl', 'javascript:alert(1)'],
  ['controlUrl', 'https://localhost:PORT/sandbox'],
  ['controlUrl', 'http://localhost:1/sandbox'],
  ['controlUrl', 'http://localhost:PORT/other'],
  ['controlUrl', 'http://localhost:PORT/sandbox?x=1'],
  ['authUrl', 'http://example.test:PORT'],
  ['authUrl', 'http://localhost:PORT@example.test'],
  ['authUrl', 'http://user@localhost:PORT'],
  ['authUrl', 'http://localhost.:PORT'],
  ['baseUrl', 'http://localhost:1'],
  ['baseUrl', 'http://127.0.0.1:PORT'],
  ['baseUrl', 'http://localhost:PORT\nX=1'],
  ['baseUrl', ' http://localhost:PORT'],
  ['connectUrl', 'https://connect.example.test/oauth/authorize'],
  ['connectUrl', 'http://localhost:PORT/oauth/authorize#x'],
  ['connectUrl', 'command:workbench.action.quit'],
  ['version', '0.1.0\n'],
  ['version', ''],
  ['pid', 0],
  ['pid', -1],
  ['pid', 1.5],
  ['leases', -1],
];

describe('what a sandbox says of itself', () => {
  const servers: Server[] = [];
  afterEach(() => servers.splice(0).forEach((server) => server.close()));

  /** Proves itself, and says what it likes. */
  async function serve(field?: string, value?: unknown): Promise<string> {
    const sandbox = await startSandbox();
    const truth = (await (await fetch(sandbox.addresses.controlUrl)).json()) as object;
    const truePort = new URL(sandbox.addresses.baseUrl).port;
    await sandbox.close();
    const made = await listenOnLoopback(
      () =>
        createServer((incoming, response) => {
          const { searchParams } = new URL(incoming.url ?? '', 'http://localhost');
          const question = searchParams.get('question');
          void answerProof('sandbox', question, incoming.socket).then((proof) => {
            const filled = JSON.stringify({ ...truth, ...(field !== undefined && { [field]: value }) });
            const said = filled.replaceAll(truePort, String(portOf(made))).replaceAll('PORT', String(portOf(made)));
            response.end(question === null ? said : JSON.stringify(proof));
          });
        }),
      0,
    );
    servers.push(...made);
    return `http://localhost:${portOf(made)}/sandbox`;
  }

  it('is believed where it is as it should be', async () => {
    const controlUrl = await serve();
    assert.equal((await probeSandbox(controlUrl, fetch))?.addresses.controlUrl, controlUrl);
  });

  for (const [field, value] of claims) {
    it(`is not believed with ${field} ${JSON.stringify(value).slice(0, 60)}`, async () => {
      assert.equal(await probeSandbox(await serve(field, value), fetch), undefined);
    });
  }
});

describe('the address of a sandbox that the user gives', () => {
  it('may name it in any way that leads to it', async () => {
    const sandbox = await startSandbox();
    const { port } = new URL(sandbox.addresses.baseUrl);
    for (const given of [
      `http://localhost:${port}/sandbox`,
      `http://localhost:${port}/sandbox/`,
      `http://localhost:${port}`,
      `http://127.0.0.1:${port}/sandbox`,
      `http://[::1]:${port}/sandbox`,
      ` HTTP://LOCALHOST:${port}/sandbox `,
    ]) {
      assert.deepEqual(await new ExternalSandbox(given, fetch).find(), sandbox.addresses, given);
    }
    await sandbox.close();
  });

  for (const given of [
    'localhost:4711',
    'https://localhost:4711/sandbox',
    'http://example.test:4711/sandbox',
    'http://user:password@localhost:4711/sandbox',
    'http://localhost.example.test:4711/sandbox',
    'http://localhost.:4711/sandbox',
    'http://0.0.0.0:4711/sandbox',
    'http://[::]:4711/sandbox',
    'http://localhost:4711/elsewhere',
    'http://localhost:4711/sandbox?x=1',
    'http://localhost:4711/sandbox#x',
    'vscode://localhost:4711/sandbox',
    'file:///sandbox',
    '/sandbox',
  ]) {
    it(`is not ${given}`, async () => {
      const unasked = () => assert.fail('a request');
      const sandbox = new ExternalSandbox(given, unasked);
      assert.equal(await sandbox.find(), undefined);
      await assert.rejects(sandbox.addresses(), /VEHICLE_DATA_SANDBOX_URL is not the address of a sandbox/);
    });
  }
});

describe('the lines of a copied environment', () => {
  const base = 'http://localhost:4711';
  const plain = {
    authUrl: base,
    baseUrl: base,
    connectUrl: `${base}/oauth/authorize`,
    clientId: '5b7c0a54-0000-4000-8000-000000000000',
    clientSecret: '5b7c0a54-0000-4000-8000-000000000001',
    controlUrl: `${base}/sandbox`,
    v3: {
      ...{ authUrl: base, baseUrl: base, managementUrl: base },
      ...{ applicationId: 'application', apiClientId: 'client_1', apiClientSecret: 'secret' },
      applicationManagementToken: 'secret',
    },
  };
  const values = [
    'a b',
    'a#b',
    'a=b',
    '$HOME',
    '${HOME}',
    '$(id)',
    '`id`',
    'a"b',
    'a\\b',
    'a;b',
    'a&b|c',
    '*',
    '~',
    '!x',
    '\\n',
    ' a ',
    '%PATH%',
    "it's",
    'https://münchen.example/zurück',
    'http://localhost:1/?a=1&b=2',
  ];

  it('are plain where they can be', () => {
    assert.ok(sandboxAddresses.safeParse(plain).success);
    assert.doesNotMatch(environmentVariables(plain), /['"]/);
  });

  for (const value of values) {
    it(`hold ${value} to the letter, for a shell and for a .env file`, async () => {
      const lines = environmentVariables({ ...plain, clientSecret: value });
      const script = `${lines}printf '%s' "$CLIENT_SECRET"`;
      assert.equal((await promisify(execFile)('sh', ['-c', script])).stdout, value);
      assert.equal(parseEnv(lines).CLIENT_SECRET, value);
    });
  }

  for (const value of ['a\nB=1', 'a\r\nB=1', 'a\rB=1', 'a\0b', `it's $HOME`, 'a\u2028B=1', 'a\u0085B=1', '\u202ea']) {
    it(`are not made of ${JSON.stringify(value)}`, () => {
      const { CLIENT_SECRET, SMARTCAR_CLIENT_SECRET, ...others } = parseEnv(environmentVariables(plain));
      assert.equal(CLIENT_SECRET, SMARTCAR_CLIENT_SECRET);
      assert.deepEqual(parseEnv(environmentVariables({ ...plain, clientSecret: value })), others);
    });
  }
});
