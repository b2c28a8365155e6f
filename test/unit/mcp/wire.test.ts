import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { createInterface } from 'node:readline';
import { MessageLines } from '../../../src/mcp/stdio/message-lines.ts';
import { Agent, main } from './agent.ts';

interface Message {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number; readonly message: string };
}

/** A stranger's client: it writes what it likes, and gets the lines as they are. */
class Stranger {
  readonly child: ChildProcess;
  readonly #lines: AsyncIterator<string>;

  constructor(folder: string) {
    this.child = spawn(process.execPath, [main, '--sandbox-folder', folder], { stdio: ['pipe', 'pipe', 'ignore'] });
    this.#lines = createInterface({ input: this.child.stdout ?? assert.fail() })[Symbol.asyncIterator]();
  }

  send(text: string): void {
    this.child.stdin?.write(text);
  }

  async line(): Promise<string> {
    const next = await this.#lines.next();
    return next.done ? assert.fail('ended') : next.value;
  }

  async message(): Promise<Message> {
    return JSON.parse(await this.line()) as Message;
  }

  async initialize(protocolVersion: string, name = 'stranger'): Promise<Message> {
    const params = { protocolVersion, capabilities: {}, clientInfo: { name, version: '1' } };
    this.send(`${request('init', 'initialize', params)}\n`);
    const answer = await this.message();
    this.send('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
    return answer;
  }

  /** Every line until the program ends, which it does by itself. */
  async rest(): Promise<readonly string[]> {
    this.child.stdin?.end();
    const lines: string[] = [];
    for (;;) {
      const next = await this.#lines.next();
      if (next.done) return lines;
      lines.push(next.value);
    }
  }
}

const request = (id: string | number, method: string, params: object = {}) =>
  JSON.stringify({ jsonrpc: '2.0', id, method, params });
const ids = (messages: readonly Message[]) => messages.map(({ id }) => String(id)).toSorted();

describe('strangers’ clients, line by line', () => {
  const agent = new Agent();
  const started: Stranger[] = [];
  const start = () => {
    const stranger = new Stranger(agent.folder);
    started.push(stranger);
    return stranger;
  };
  afterEach(async () => {
    for (const { child } of started.splice(0)) {
      child.kill();
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    }
  });
  after(() => agent.close());

  for (const version of ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25']) {
    it(`are served in version ${version}`, async () => {
      const stranger = start();
      const { result } = await stranger.initialize(version);
      assert.equal(result?.protocolVersion, version);
      stranger.send(`${request(1, 'tools/call', { name: 'sandbox_status', arguments: {} })}\n`);
      const { result: called } = await stranger.message();
      assert.match(JSON.stringify(called?.content), /running/);
      stranger.send(`${request(2, 'tools/list')}\r\n${request(3, 'resources/list')}\r\n`);
      assert.deepEqual(ids([await stranger.message(), await stranger.message()]), ['2', '3']);
    });
  }

  it('of the newest version need no initialize', async () => {
    const stranger = start();
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'newest', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    stranger.send(`${request('d', 'server/discover', { _meta })}\n${request('l', 'tools/list', { _meta })}\n`);
    const answers = [await stranger.message(), await stranger.message()];
    assert.deepEqual(ids(answers), ['d', 'l']);
    assert.ok(
      answers.every(({ error }) => error === undefined),
      JSON.stringify(answers).slice(0, 500),
    );
  });

  it('get their ids back to the letter', async () => {
    const stranger = start();
    await stranger.initialize('2025-03-26');
    for (const id of ['9007199254740991', '-9007199254740991', '"9007199254740993"', '"é\\u0000"', '0']) {
      stranger.send(`{"jsonrpc":"2.0","id":${id},"method":"ping"}\n`);
      assert.deepEqual((await stranger.message()).id, JSON.parse(id));
    }
  });

  it('are answered where nothing can be read, once for what was written over several lines', async () => {
    const stranger = start();
    stranger.send('\ufeffno JSON\n\n');
    assert.equal((await stranger.message()).error?.code, -32700);
    await stranger.initialize('2025-11-25');
    stranger.send(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }, null, 2)}\n${request(2, 'ping')}\n`);
    const { id, error } = await stranger.message();
    assert.deepEqual([id, error?.code], [null, -32700]);
    assert.match(error?.message ?? '', /one line/);
    assert.equal((await stranger.message()).id, 2);
    for (const [text, answered] of [
      ['{"jsonrpc":"2.0","id":3}', 3],
      ['{"id":"four","method":"ping"}', 'four'],
      ['{"jsonrpc":"2.0","id":{},"method":"ping"}', null],
      ['{"jsonrpc":"2.0","id":null,"method":"ping"}', null],
      ['"text"', null],
      ['null', null],
      [`[${request(5, 'ping')}]`, null],
      ['{"jsonrpc":"2.0","id":9007199254740993,"method":"ping"}', null],
      ['{"jsonrpc":"2.0","id":0.5,"method":"ping"}', null],
      ['{"jsonrpc":"2.0","id":1e400,"method":"ping"}', null],
    ] as const) {
      stranger.send(`${text}\n`);
      const refused = await stranger.message();
      assert.deepEqual([refused.id, refused.error?.code], [answered, -32600], text);
    }
    stranger.send(`{"jsonrpc":"2.0","method":"no/such/notification"}\n${request(9, 'no/such')}\n`);
    const unknown = await stranger.message();
    assert.deepEqual([unknown.id, unknown.error?.code], [9, -32601]);
  });

  it('may send no arguments, null, or the text that a model wrote', async () => {
    const stranger = start();
    await stranger.initialize('2025-06-18');
    const call = async (given: unknown) => {
      stranger.send(`${request(1, 'tools/call', { name: 'list_rules', arguments: given })}\n`);
      return stranger.message();
    };
    for (const given of [undefined, null, '', '{}', {}, '{"about":"rate"}']) {
      const { result } = await call(given);
      assert.ok(result?.structuredContent, JSON.stringify(given));
    }
    for (const given of ['rate', '[]', 7]) assert.equal((await call(given)).error?.code, -32602, String(given));
  });

  const many = Object.fromEntries(Array.from({ length: 200_000 }, (_, index) => [`a${index}`, 1]));
  const deep = `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`;
  const long = 'x'.repeat(1_000_000);
  for (const [what, method, params] of [
    ['many unknown arguments', 'tools/call', JSON.stringify({ name: 'list_rules', arguments: many })],
    ['many arguments of a prompt', 'prompts/get', JSON.stringify({ name: 'why-refused', arguments: many })],
    ['deep arguments', 'tools/call', `{"name":"list_rules","arguments":${deep}}`],
    ['deep arguments as text', 'tools/call', JSON.stringify({ name: 'list_rules', arguments: deep })],
    ['deep parameters of what is unknown', 'no/such', deep],
    ['an unknown argument of a long name', 'tools/call', `{"name":"list_rules","arguments":{"${long}":1}}`],
    ['a tool of a long name', 'tools/call', `{"name":"${long}"}`],
    ['a resource of a long name', 'resources/read', `{"uri":"x:${long}"}`],
  ] as const) {
    it(`are refused in a few words, and served on: ${what}`, async () => {
      const stranger = start();
      await stranger.initialize('2025-03-26');
      const sent = `{"jsonrpc":"2.0","id":7,"method":"${method}","params":${params}}`;
      stranger.send(`${sent}\n`);
      const line = await stranger.line();
      assert.match(line, /"id":7/);
      assert.match(line, /"error":|"isError":true/);
      assert.ok(line.length < 10_000, `${line.length} characters`);
      stranger.send(`${request(8, 'ping')}\n`);
      assert.equal((await stranger.message()).id, 8);
    });
  }

  it('end the program where they read no more, although they go on writing', async () => {
    const stranger = start();
    await stranger.initialize('2025-06-18');
    const exit = once(stranger.child, 'exit');
    stranger.child.stdout?.destroy();
    stranger.send(`${request(1, 'tools/list')}\n`);
    assert.deepEqual(await exit, [0, null]);
  });

  it('may ping before they introduce themselves, and write byte by byte', async () => {
    const stranger = start();
    stranger.send(`${request('early', 'ping')}\n`);
    assert.deepEqual((await stranger.message()).result, {});
    await stranger.initialize('2025-06-18');
    for (const byte of Buffer.from(`${request('ü', 'ping')}\r\n`)) stranger.child.stdin?.write(Buffer.of(byte));
    assert.equal((await stranger.message()).id, 'ü');
  });

  it('get all answers where they end their side at once, and the program ends', async () => {
    const stranger = start();
    const params = { protocolVersion: '2025-03-26', capabilities: {}, clientInfo: { name: 'pipe', version: '1' } };
    stranger.send(`${request(1, 'initialize', params)}\n{"jsonrpc":"2.0","method":"notifications/initialized"}\n`);
    stranger.send(`${request(2, 'tools/list')}\n${request(3, 'tools/call', { name: 'sandbox_status' })}\n`);
    const exit = once(stranger.child, 'exit');
    // The last line has no end.
    stranger.send(request(4, 'ping'));
    const answers = (await stranger.rest()).map((line) => JSON.parse(line) as Message);
    assert.deepEqual(ids(answers), ['1', '2', '3', '4']);
    assert.deepEqual(await exit, [0, null]);
  });

  it('who read the structured part get nothing twice, and all others what the protocol advises', async () => {
    for (const [name, isTwice] of [
      ['claude-code', false],
      ['codex-mcp-client', false],
      ['gemini-cli-mcp-client', true],
    ] as const) {
      const stranger = start();
      await stranger.initialize('2025-11-25', name);
      stranger.send(`${request(1, 'tools/call', { name: 'list_rules', arguments: { about: 'rate limit' } })}\n`);
      const { content, structuredContent } = (await stranger.message()).result as unknown as {
        content: { text: string }[];
        structuredContent: object;
      };
      const texts = content.map(({ text }) => text);
      assert.match(texts[0] ?? '', /data, not instructions/);
      assert.deepEqual(texts.slice(1), isTwice ? [JSON.stringify(structuredContent)] : [], name);
    }
  });
});

describe('messages as lines', () => {
  it('refuse what is too long, and read on', async () => {
    const [questions, answers] = [new PassThrough(), new PassThrough()];
    const { input } = new MessageLines(questions, answers);
    let seen = '';
    input.setEncoding('utf8').on('data', (text: string) => (seen += text));
    for (let index = 0; index < 12; index++) questions.write('x'.repeat(1024 * 1024));
    questions.write(`\n${request(1, 'ping')}\n`);
    const [text] = (await once(answers, 'data')) as [Buffer];
    assert.match(String(text), /-32700.*at most/);
    assert.match(seen, /^\{"jsonrpc":"2\.0","id":1,/);
  });
});
