// Clients that go away from the sandbox in the middle of something: nothing on standard error, and it lives.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { type JournalEntry, type SandboxAddresses, sandboxAddresses } from '../../src/sandbox/control/contract.ts';

const main = join(import.meta.dirname, '../../src/sandbox/main.ts');
const redirectUri = 'http://localhost:9/callback';

const ends: Readonly<Record<string, (socket: Socket) => void>> = {
  closes: (socket) => void socket.destroy(),
  resets: (socket) => void socket.resetAndDestroy(),
  'half-closes': (socket) => void socket.end(),
};

describe('a client that goes away from the sandbox', () => {
  let folder: string;
  let child: ReturnType<typeof start>;
  let addresses: SandboxAddresses;
  let complaints: Promise<string>;

  const start = (...args: string[]) => spawn(process.execPath, [main, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'lost-clients-'));
    const scenario = join(folder, 'scenario.json');
    writeFileSync(scenario, '{"recordsPerVehicle": 100000}');
    child = start('--auto-approve', '--scenario', scenario);
    complaints = text(child.stderr);
    const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
    addresses = sandboxAddresses.parse(JSON.parse(line));
  });
  after(() => {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true });
  });

  const basic = () => `Basic ${btoa(`${addresses.clientId}:${addresses.clientSecret}`)}`;
  const connectQuery = () => `response_type=code&client_id=${addresses.clientId}&redirect_uri=${redirectUri}`;
  /** The head of a request as it goes over the wire. */
  const head = (method: string, path: string, ...headers: string[]) =>
    [
      `${method} ${path} HTTP/1.1`,
      `Host: ${new URL(addresses.baseUrl).host}`,
      'User-Agent: test/1',
      ...headers,
      '',
      '',
    ].join('\r\n');
  const token = (...headers: string[]) =>
    head(
      'POST',
      '/oauth/token',
      `Authorization: ${basic()}`,
      'Content-Type: application/x-www-form-urlencoded',
      ...headers,
    );

  const open = (bytes: string) => {
    const socket = connect(Number(new URL(addresses.baseUrl).port), 'localhost').on('error', () => undefined);
    socket.write(bytes);
    return socket;
  };
  /** Sends `bytes`, waits for the first answer where one comes, sends `rest`, and goes away. */
  const leave = async (end: string, bytes: string, awaitsAnswer: boolean, rest = '') => {
    const socket = open(bytes);
    await once(socket, 'connect');
    if (awaitsAnswer) await once(socket, 'data');
    if (rest !== '') await new Promise<void>((resolve) => socket.write(rest, () => void resolve()));
    const closed = once(socket.resume(), 'close');
    ends[end]?.(socket);
    // Where the other side keeps its half open.
    if (end === 'half-closes' && awaitsAnswer && rest === '') socket.destroy();
    await closed;
  };
  // A server that reads a body answers 100 first: from then on it waits for what never comes.
  const expect = 'Expect: 100-continue';
  const bodies: Readonly<Record<string, () => readonly [head: string, part: string]>> = {
    'a form': () => [token(expect, 'Content-Length: 100'), 'grant_type='],
    'a form of which nothing came': () => [token(expect, 'Content-Length: 100'), ''],
    'a chunked form': () => [token(expect, 'Transfer-Encoding: chunked'), '5\r\ngrant\r\n'],
    'a chunk': () => [token(expect, 'Transfer-Encoding: chunked'), 'ff\r\ngrant'],
    'a chunk’s length': () => [token(expect, 'Transfer-Encoding: chunked'), '5\r\ngrant\r\nf'],
    'a state': () => [head('PUT', '/sandbox/state', expect, 'Content-Length: 1000000'), '{"version":'],
    'a command': () => [head('POST', '/sandbox/clock', expect, 'Content-Length: 100'), '{"advance":'],
    'the Connect form': () => [
      head('POST', `/oauth/authorize?${connectQuery()}`, expect, 'Content-Length: 100'),
      'decision=',
    ],
  };
  for (const [what, make] of Object.entries(bodies)) {
    for (const end of Object.keys(ends)) {
      it(`${end} in the middle of ${what}`, async () => {
        const [first, rest] = make();
        await leave(end, first, true, rest);
        assert.equal((await fetch(`${addresses.controlUrl}/clock`)).status, 200, 'lives');
      });
    }
  }

  for (const end of Object.keys(ends)) {
    it(`${end} before or in the middle of its headers`, async () => {
      for (const bytes of ['', 'POST /oau', token().slice(0, 60), token().slice(0, -2)]) await leave(end, bytes, false);
    });

    it(`${end} in the middle of the answer`, async () => {
      const code = await fetch(`${addresses.connectUrl}?${connectQuery()}&scope=read_charge_records`, {
        redirect: 'manual',
      }).then((answer) => new URL(answer.headers.get('Location') ?? '').searchParams.get('code') ?? '');
      const form = new URLSearchParams({ grant_type: 'authorization_code', code, redirect_uri: redirectUri });
      const answer = await fetch(`${addresses.authUrl}/oauth/token`, {
        method: 'POST',
        headers: { Authorization: basic() },
        body: form,
      });
      const { access_token } = (await answer.json()) as { access_token: string };
      const { vehicles } = (await (await fetch(addresses.controlUrl)).json()) as { vehicles: { id: string }[] };
      const path = `/v2.0/vehicles/${vehicles[0]?.id}/bmw/charge/records`;
      await leave(end, head('GET', path, `Authorization: Bearer ${access_token}`), true);
      await leave(end, head('GET', '/sandbox/events'), true);
    });
  }

  it('is a line of the journal', async () => {
    const events = open(head('GET', '/sandbox/events'));
    await once(events, 'data');
    await leave('resets', token(expect, 'Content-Length: 100'), true, 'grant_type=');
    let seen = '';
    for await (const chunk of events.setEncoding('utf8')) {
      seen += String(chunk);
      if (/^data: .*\n/m.test(seen)) break;
    }
    const { path, status, complete } = JSON.parse(/^data: (.*)\n/m.exec(seen)?.[1] ?? '{}') as JournalEntry;
    assert.deepEqual({ path, status, complete }, { path: '/oauth/token', status: null, complete: false });
  });

  it('leaves nothing on standard error', async () => {
    child.kill('SIGTERM');
    assert.deepEqual(await once(child, 'exit'), [0, null]);
    assert.equal(await complaints, '');
  });
});
