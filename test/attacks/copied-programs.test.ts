// What is copied or exported of a request sends what was sent, byte for byte: nothing in it is read as a variable, a
// marker or a command by whoever runs it. Each is run, and what arrives compared with what arrived at first.
import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { request as sendByNode } from 'node:http';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { existsSync } from 'node:fs';
import { buffer, text } from 'node:stream/consumers';
import type { Har, Request } from 'har-format';
import { canExpress, type Language, snippet } from '../../src/extension/requests/copy-as-code.ts';
import { toHar } from '../../src/extension/requests/har.ts';
import { type JournalEntry, RequestJournal } from '../../src/extension/requests/journal.ts';
import { endpointAddress } from '../../src/service/http/addresses.ts';
import { messageOf } from '../../src/extension/webhooks/delivery-messages.ts';
import type { SentRequest } from '../../src/extension/requests/sent-request.ts';
import { Transport } from '../../src/service/http/transport.ts';
import { TokenEndpoint } from '../../src/service/oauth/token-endpoint.ts';
import { connectionsEndpoint } from '../../src/service/v3/connections.ts';
import { vehicleEndpoint } from '../../src/service/v2/client.ts';
import { EchoServer, type Received } from './echo-server.ts';
import { cmdArguments, powershellArguments } from './windows-shells.ts';
import { patienceMs } from '../tools/lib/patience.ts';

const credentials = { clientId: 'client-1', clientSecret: 'hush' };
const accessToken = 'access-1';
/** All but a quotation mark: nothing can quote one that a variable of Windows holds. */
const code = `c'o$HOME\`&e=%+ ^!|\\x`;
const clientSecret = `h'u$HOME\`&sh=%+ ^!|\\x`;

/** Sends one request to the service at an address. */
type Send = (base: string, transport: Transport) => Promise<unknown>;

const aboutVehicle =
  (id: string): Send =>
  (base, transport) =>
    dataRequest(transport, endpointAddress(base, vehicleEndpoint(id).path));

/** With a service whose base address has a path. */
const below =
  (path: string): Send =>
  (base, transport) =>
    dataRequest(transport, endpointAddress(`${base}/${path}`, '/vehicles?limit=50&offset=0'));

const codeExchange =
  (redirectUri: string): Send =>
  (base, transport) =>
    new TokenEndpoint(transport).exchangeCode({ authUrl: base }, credentials, { code, redirectUri });

const applicationToken: Send = (base, transport) =>
  new TokenEndpoint(transport).applicationToken({ authUrl: base }, { clientId: 'client_1', clientSecret });

/** As version 3 lists the vehicles of an owner. */
const connections: Send = (base, transport) => {
  const { path } = connectionsEndpoint('vehicles', { userId: "o'$HOME %CD%&x=1", mode: 'simulated' });
  const headers = { authorization: `Bearer ${accessToken}`, 'sc-user-id': "o'$HOME%CD%" };
  const url = endpointAddress(base, `/v3${path}`);
  return transport.send({ operation: 'vehicles', method: 'GET', url, headers, deadlineMs: patienceMs, maxBytes: 1000 });
};

const refresh: Send = (base, transport) =>
  new TokenEndpoint(transport).refresh({ authUrl: base }, credentials, 'refresh-1');

function dataRequest(transport: Transport, url: string, method: 'GET' | 'DELETE' = 'GET'): Promise<unknown> {
  const headers = { authorization: `Bearer ${accessToken}` };
  return transport.send({ operation: 'vehicle', method, url, headers, deadlineMs: patienceMs, maxBytes: 1000 });
}

const app = 'http://127.0.0.1:4000/callback';

const cases: readonly (readonly [what: string, send: Send])[] = [
  ['a vehicle', aboutVehicle('36ab27d0-fd9d-4455-823a-ce30af709ffc')],
  ['an ID of the form that our placeholders had', aboutVehicle('vdxvarAWS_SECRET_ACCESS_KEYxdv')],
  ['an ID that is a variable of a shell', aboutVehicle('$AWS_SECRET_ACCESS_KEY')],
  ['an ID that is a variable of PowerShell', aboutVehicle('$env:AWS_SECRET_ACCESS_KEY')],
  ['an ID that is the name of a secret', aboutVehicle('ACCESS_TOKEN')],
  ['an ID that is a command', aboutVehicle("$(id>x)'$(id)'".replace('>', ';'))],
  ['an ID that quotes itself', aboutVehicle("'+process.env.HOME+'")],
  ['an ID of a shell’s history and home', aboutVehicle("!!'!x'~")],
  ['a path with variables', below('%AWS_SECRET_ACCESS_KEY%/$HOME/${HOME}/`id`')],
  ['a path with variables whose names are hexadecimal', below('%CD%80/%DATE%20/%CD:~0,2%')],
  ['a path with every quotation mark', below(`'"\u2018\u201c\`'"`)],
  ['a path with quotations after backslashes', below(`a\\'b\\\\"c%5C%22`)],
  ['a path with globs, brackets and braces', below('[1-3]/{a,b}/*?'.replace('?', '%3F'))],
  ['a path with operators', below('a&b|c;d<e>f^g(h)')],
  ['a path with variables of clients', below('{{$processEnv AWS_SECRET_ACCESS_KEY}}')],
  ['a path with odd encodings', below('%7euser/%2d%c3%a4/%zz/%/~')],
  ['a path with the mark that hides secrets', below('…/%E2%80%A6')],
  ['a request that deletes', (base, transport) => dataRequest(transport, `${base}/v2.0/vehicles/x`, 'DELETE')],
  ['a refresh', refresh],
  ['a request for a token of an application', applicationToken],
  ['a list of version 3', connections],
  ['a redirect URI', codeExchange(app)],
  ['a redirect URI with a query', codeExchange(`${app}?a=1&b=2&redirect_uri=x`)],
  ['a redirect URI with plus signs and blanks', codeExchange(`${app}?a=1+2&b=1%2B2&c=1%202`)],
  ['a redirect URI with encodings', codeExchange(`${app}/%2526%26/%c3%a4`)],
  ['a redirect URI of 2,000 characters', codeExchange(`${app}?${'x'.repeat(2000)}`)],
  ['a redirect URI with quotation marks and variables', codeExchange(`${app}?'"$HOME\`%PATH%\${HOME}$env:PATH\\`)],
  ['a redirect URI of another alphabet', codeExchange('https://münchen.example/zurück?ort=…')],
  ['a redirect URI that looks like a form', codeExchange('grant_type=refresh_token&code=…')],
  ['a redirect URI with markers', codeExchange('myapp:vdxvarCODExdv/{{CODE}}/$CODE/%CODE%/…')],
  ['a redirect URI that names a file', codeExchange('@/etc/hostname')],
];

/** What means something to a shell of Windows, or to a program that splits its own line. */
const marks = [...`"\\'\`$%^&|<>()!;,@#~*?{}[]=+ \t‘’“”„é`, '\\"', '" ', '$(id)', '$env:CD', '%CD%', '--%', '""'];
const withMark = (mark: string) =>
  `{"make": ${JSON.stringify(`Model${mark}3 `)},${JSON.stringify(mark)}:${JSON.stringify(`${mark}a b`)}}`;

const deliveries: readonly (readonly [what: string, text: string])[] = [
  ['a delivery with every mark', `[${marks.map(withMark).join(', ')}]`],
  ['a delivery with line breaks', '{ "make": "BMW",\n\t"model": "i\\"3" }\r\n'],
];
const headersOfDelivery = {
  ...{ accept: '*/*', 'content-type': 'application/json; charset=utf-8', 'user-agent': 'test "1"' },
  'SC-Signature': 'ab'.repeat(32),
};
const delivery = (uri: string, text: string): SentRequest =>
  messageOf({ uri, text, headers: headersOfDelivery, answer: null, fault: null, deliveryId: '', at: '' });

/** What the reader's programs find in their environment. */
const environment = {
  ACCESS_TOKEN: accessToken,
  CLIENT_CREDENTIALS: Buffer.from('client-1:hush').toString('base64'),
  CLIENT_SECRET: clientSecret,
  CODE: code,
  REFRESH_TOKEN: 'refresh-1',
  AWS_SECRET_ACCESS_KEY: 'canary',
  PATH: process.env.PATH ?? '',
  HOME: '/canary',
};

async function run(command: string, args: readonly string[], program = ''): Promise<void> {
  const child = execFile(command, args, { env: environment });
  assert.ok(child.stdout && child.stderr && child.stdin);
  child.stdin.end(program);
  const [, complaint] = await Promise.all([buffer(child.stdout), text(child.stderr), once(child, 'close')]);
  assert.equal(child.exitCode, 0, complaint);
}

function isInstalled(program: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)));
}

/** Secrets may be encoded in more than one way. */
function withDecodedSecrets(body: string): string {
  return body.replace(
    /(^|&)(code|refresh_token|client_secret)=([^&]*)/g,
    (_, before: string, name: string, value: string) =>
      `${before}${name}=<${decodeURIComponent(value.replaceAll('+', '%20'))}>`,
  );
}

const headers = ['accept', 'authorization', 'content-type', 'sc-user-id', 'user-agent'] as const;

function assertSame(got: Received | undefined, first: Received | undefined): void {
  assert.ok(got && first, 'nothing arrived');
  const facts = ({ method, target, headers: all, body }: Received) => ({
    ...{ method, target, body: withDecodedSecrets(body) },
    headers: Object.fromEntries(headers.map((name) => [name, first.headers[name] && all[name]])),
  });
  assert.deepEqual(facts(got), facts(first));
}

describe('a request copied as a program', () => {
  const server = new EchoServer();
  const entries: JournalEntry[] = [];
  const requests: SentRequest[] = [];
  let firsts: readonly Received[];
  let folder: string;

  before(async () => {
    const base = await server.start();
    folder = await mkdtemp(join(tmpdir(), 'copied-programs-'));
    const journal = new RequestJournal();
    const transport = new Transport({
      ...{ fetch, userAgent: "test/1 (it's; $HOME %CD%)" },
      onRequest: (report) => journal.add(report),
    });
    for (const [, send] of cases) await send(base, transport);
    entries.push(...journal.entries.toReversed());
    for (const [, body] of deliveries) {
      requests.push(delivery(`${base}/hook`, body));
      await fetch(`${base}/hook`, { method: 'POST', headers: headersOfDelivery, body });
    }
    requests.unshift(...entries);
    firsts = server.take();
  });
  after(async () => {
    await server.stop();
    await rm(folder, { recursive: true });
  });

  /** What is not on this machine, so that its programs are not run. */
  const missing: string[] = [];
  const has = (program: string, isThere = isInstalled(program)) => isThere || !missing.push(program);
  after(() => {
    if (missing.length > 0) console.log(`      not run, because not installed: ${missing.join(', ')}`);
  });

  /** Runs the programs of all cases that the language can express, and declares a test for each. */
  function eachCase(
    how: string,
    language: Language['id'] | 'har',
    replay: (programs: readonly string[]) => Promise<void>,
    platform = 'win32',
  ): void {
    const isAble = (request: SentRequest) => language !== 'har' && canExpress(language, request);
    const able = deliveries.filter(([, body]) => isAble(delivery('http://127.0.0.1', body)));
    describe(how, () => {
      let again: readonly Received[];
      before(async () => {
        const program = (request: SentRequest) => (language === 'har' ? '' : snippet(request, language, platform));
        await replay(requests.filter(isAble).map(program));
        again = server.take();
      });
      for (const [index, [what]] of [...cases, ...able].entries())
        it(`sends ${what} again`, () => assertSame(again[index], firsts[index]));
      it('sends nothing else', () => assert.equal(again.length, cases.length + able.length));
    });
  }

  for (const shell of ['bash', 'dash', 'zsh', 'fish'].filter((shell) => has(shell))) {
    eachCase(`for ${shell}`, 'posix', (programs) => run(shell, [], programs.join('\n')));
  }

  eachCase('for Node.js', 'javascript', (programs) => {
    const blocks = programs.map((program) => `{\n${program}\n}`);
    return run(process.execPath, ['--input-type=module'], blocks.join('\n'));
  });

  if (has('Python with requests', spawnSync('python3', ['-c', 'import requests']).status === 0))
    eachCase('for Python', 'python', (programs) => run('python3', ['-'], programs.join('\n')));

  if (has('pwsh')) {
    const pwsh = (programs: readonly string[]) => run('pwsh', ['-NoProfile', '-Command', '-'], programs.join('\n'));
    eachCase('for pwsh', 'powershell', pwsh, 'linux');
  }

  const variables = new Map([...Object.entries(environment), ['CD', '/canary'], ['DATE', 'canary']]);
  /** One start of curl for all commands, whose arguments a shell of Windows has split. */
  const runCurl = (commands: readonly (readonly string[])[], name: string) => {
    for (const [program] of commands) assert.equal(program, name);
    return run(
      'curl',
      commands.flatMap(([, ...args], index) => (index === 0 ? args : ['--next', ...args])),
    );
  };
  for (const passing of ['as a list', 'as a line'] as const) {
    eachCase(`for PowerShell, by its rules, with arguments ${passing}`, 'powershell', (programs) =>
      runCurl(
        programs.map((program) => powershellArguments(program, variables, passing)),
        'curl.exe',
      ),
    );
  }
  for (const unknown of ['stays', 'only its first % stays'] as const) {
    eachCase(`for cmd, by its rules, where an unknown variable ${unknown}`, 'cmd', (programs) =>
      runCurl(
        programs.map((program) => cmdArguments(program, variables, unknown)),
        'curl',
      ),
    );
  }
  for (const mark of marks) {
    it(`gives curl JSON with ${mark} as one argument, by the rules of each shell of Windows`, () => {
      const body = withMark(mark);
      const request = delivery('http://127.0.0.1', body);
      const given = [
        ...(['as a list', 'as a line'] as const).map((passing) =>
          powershellArguments(snippet(request, 'powershell', 'win32'), variables, passing),
        ),
        ...(['stays', 'only its first % stays'] as const).map((unknown) =>
          cmdArguments(snippet(request, 'cmd'), variables, unknown),
        ),
      ];
      const headerArguments = Object.entries(headersOfDelivery).flatMap(([name, value]) => [
        '--header',
        `${name}: ${value}`,
      ]);
      for (const [, ...args] of given)
        assert.deepEqual(args, ['http://127.0.0.1/', ...headerArguments, '--data-raw', body]);
    });
  }

  eachCase('as a file of REST Client', 'http', async (files) => {
    for (const file of files) await sent(file);
  });

  eachCase('as an entry of HAR', 'har', async () => {
    const har = JSON.parse(JSON.stringify(toHar(entries, { name: 'test', version: '1' }))) as Har;
    for (const { request } of har.log.entries) await replayed(request);
  });
});

/** Sends a request of an archive, with its secrets put back. */
async function replayed({ method, url, headers: listed, queryString, postData }: Request): Promise<void> {
  const { ACCESS_TOKEN, CLIENT_CREDENTIALS, CLIENT_SECRET, CODE, REFRESH_TOKEN } = environment;
  const whole = listed.map(({ name, value }) => [
    name,
    value.replace(/^Basic …$/, `Basic ${CLIENT_CREDENTIALS}`).replace(/^Bearer …$/, `Bearer ${ACCESS_TOKEN}`),
  ]);
  const form = (postData?.text ?? '')
    .replace(/(?<=(?:^|&)code=)…(?=&|$)/, encodeURIComponent(CODE))
    .replace(/(?<=(?:^|&)client_secret=)…(?=&|$)/, encodeURIComponent(CLIENT_SECRET))
    .replace(/(?<=(?:^|&)refresh_token=)…(?=&|$)/, REFRESH_TOKEN);
  const sending = sendByNode(url, { method, headers: Object.fromEntries(whole) as Record<string, string> }).end(form);
  const [response] = (await once(sending, 'response')) as [NodeJS.ReadableStream];
  await buffer(response);
  const asked = [...new URL(url).searchParams].map(([name, value]) => ({ name, value }));
  assert.deepEqual(queryString, asked);
}

/**
 * Sends what is in an .http file, as REST Client reads it, with what a person enters who keeps to the hints; a variable that
 * the file doesn't declare is an error.
 */
async function sent(file: string): Promise<void> {
  const [variables = '', head = '', body = ''] = file.split('\n\n');
  const values = new Map<string, string>();
  const filled = (text: string) =>
    text.replace(/\{\{(.*?)\}\}/g, (_, name: string) => values.get(name) ?? assert.fail(`{{${name}}} is not declared`));
  for (const [, name = '', value = ''] of variables.matchAll(/^@(\w+) = (.*)$/gm)) values.set(name, value);
  for (const [, name = '', hint] of head.matchAll(/^# @prompt (\w+) (.+)$/gm)) {
    const secret = environment[name.toUpperCase() as keyof typeof environment];
    values.set(name, hint === 'percent-encoded' ? encodeURIComponent(secret) : secret);
  }
  const [request = '', ...fields] = head.split('\n').filter((line) => !line.startsWith('#'));
  const [method = '', url = ''] = request.split(' ');
  const headers = fields.map((field) => /^([^:]+): (.*)$/.exec(field)?.slice(1).map(filled) ?? assert.fail(field));
  const sending = sendByNode(filled(url), { method, headers: Object.fromEntries(headers) as Record<string, string> });
  const [response] = (await once(sending.end(filled(body)), 'response')) as [NodeJS.ReadableStream];
  await buffer(response);
}
