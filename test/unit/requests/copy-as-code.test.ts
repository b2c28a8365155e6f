import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { RequestJournal } from '../../../src/requests/journal.ts';
import { type Language, languages } from '../../../src/requests/languages.ts';
import { snippet } from '../../../src/requests/copy-as-code.ts';
import type { RequestReport } from '../../../src/service/model/request-report.ts';
import { report } from './fixture.ts';

const environment = { ACCESS_TOKEN: 'tok 1', CLIENT_CREDENTIALS: 'Y3JlZA==', REFRESH_TOKEN: "r+'f/&=1$HOME" };

/** A path that a careless quotation would let out. */
const dataPath = `/v2.0/vehicles/a%20b'$HOME"\`id\`/bmw/charge/records?startDate=2026-11-01&endDate=20'26`;
const quotedPath = '/v2.0/vehicles/a%20b%27%24HOME%22%60id%60/bmw/charge/records?startDate=2026-11-01&endDate=20%2726';

function snippetOf(changes: Partial<RequestReport>, id: Language['id']): string {
  const journal = new RequestJournal();
  journal.add(report(changes));
  const [entry] = journal.entries;
  const language = languages.find((each) => each.id === id);
  assert.ok(entry && language);
  return snippet(entry, language);
}

const dataRequest = (base: string) => ({
  url: base + dataPath,
  requestHeaders: { authorization: 'Bearer canary-1', accept: 'application/json', 'user-agent': 'me/1' },
});
const tokenRequest = (base: string) => ({
  operation: 'refresh-tokens' as const,
  method: 'POST',
  url: `${base}/oauth/token`,
  requestHeaders: {
    authorization: 'Basic canary-2',
    'content-type': 'application/x-www-form-urlencoded',
    'accept-encoding': 'identity',
    'user-agent': 'me/1',
  },
  requestBody: 'grant_type=refresh_token&refresh_token=canary-3',
});

/** Runs a program from its standard input, in the repository. Resolves to what it printed. */
async function run(command: string, args: readonly string[], program: string): Promise<string> {
  const child = execFile(command, [...args], { env: { PATH: process.env.PATH, ...environment } });
  child.stdin?.end(program);
  assert.ok(child.stdout && child.stderr);
  const [out, complaint] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  assert.equal(child.exitCode, 0, complaint);
  return out;
}

describe('snippet', () => {
  const seen: string[] = [];
  let server: Server;
  let base: string;

  before(async () => {
    server = createServer((request, response) => {
      void text(request).then((body) => {
        const { authorization, 'user-agent': agent } = request.headers;
        seen.push([request.method, request.url, authorization, agent, body].join(' '));
        response.end('answered');
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(() => server.close());
  beforeEach(() => void seen.splice(0));

  it('as JavaScript, sends what was sent, with the secrets from the environment', async () => {
    const node = ['--input-type=module'];
    assert.equal(await run(process.execPath, node, snippetOf(dataRequest(base), 'fetch')), '200 answered\n');
    assert.equal(await run(process.execPath, node, snippetOf(tokenRequest(base), 'fetch')), '200 answered\n');
    const body = 'grant_type=refresh_token&refresh_token=r%2B';
    assert.equal(seen[0], `GET ${quotedPath} Bearer tok 1 your-app/1.0 `);
    assert.match(seen[1] ?? '', /^POST \/oauth\/token Basic Y3JlZA== \S+ grant_type=/);
    assert.ok(seen[1]?.includes(body), seen[1]);
    assert.equal(new URLSearchParams(seen[1]?.split(' ').at(-1)).get('refresh_token'), environment.REFRESH_TOKEN);
  });

  it('as curl, leaves the shell nothing to interpret but the variables', async () => {
    const printed = async (changes: Partial<RequestReport>) => {
      const program = `curl() { for each in "$@"; do printf '%s\\n' "$each"; done; }\n${snippetOf(changes, 'curl')}`;
      return (await run('sh', [], program)).trimEnd().split('\n');
    };
    assert.deepEqual(await printed(dataRequest('https://api.example.test')), [
      `https://api.example.test${quotedPath}`,
      ...['--header', 'authorization: Bearer tok 1'],
      ...['--header', 'accept: application/json'],
      ...['--header', 'user-agent: your-app/1.0'],
    ]);
    assert.deepEqual((await printed(tokenRequest('https://auth.example.test'))).slice(-4), [
      ...['--data-urlencode', 'grant_type=refresh_token'],
      ...['--data-urlencode', `refresh_token=${environment.REFRESH_TOKEN}`],
    ]);
  });

  it('as Python, is a whole program', () => {
    assert.equal(
      snippetOf(tokenRequest('https://auth.example.test'), 'requests'),
      [
        'import os',
        '',
        'import requests',
        '',
        'client_credentials = os.environ["CLIENT_CREDENTIALS"]',
        'refresh_token = os.environ["REFRESH_TOKEN"]',
        '',
        'response = requests.post("https://auth.example.test/oauth/token",',
        '    headers={',
        '      "authorization": f"Basic {client_credentials}",',
        '      "content-type": "application/x-www-form-urlencoded",',
        '      "user-agent": "your-app/1.0"',
        '    },',
        '    data={',
        '      "grant_type": "refresh_token",',
        '      "refresh_token": refresh_token',
        '    }',
        ')',
        'print(response.status_code, response.text)',
      ].join('\n'),
    );
  });

  it('as Java, is a file that runs by itself', () => {
    const written = snippetOf(tokenRequest('https://auth.example.test'), 'java');
    for (const line of [
      'import java.net.URLEncoder;',
      'public class Request {',
      '    String refreshToken = System.getenv("REFRESH_TOKEN");',
      '    body.write(("grant_type=refresh_token&refresh_token=" + URLEncoder.encode(refreshToken, StandardCharsets.UTF_8)).getBytes(java.nio.charset.StandardCharsets.UTF_8));',
      '      .header("authorization", "Basic " + clientCredentials)',
    ]) {
      assert.ok(written.split('\n').includes(line), `${line}\nis not in\n${written}`);
    }
  });

  for (const { id } of languages) {
    it(`as ${id}, holds no secret`, () => {
      const written = snippetOf(dataRequest(base), id) + snippetOf(tokenRequest(base), id);
      assert.doesNotMatch(written, /canary|vdxvar|…/);
    });
  }
});
