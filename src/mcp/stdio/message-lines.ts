import { PassThrough, type Readable, Writable } from 'node:stream';
import { isRecord } from '../../common/is-record.ts';

/** The maximum length of a line, in characters. */
const longestLine = 10 * 1024 * 1024;
/** The most levels, and members and elements in all, of a message: beyond what any of a client has. */
const [mostLevels, mostParts] = [64, 2_000];
/** The maximum length of a text in a refusal, in characters: it may quote what the client has sent. */
const longestRefusal = 2_000;
/** How long to wait for answers after a client has closed its input, in milliseconds, so that they still reach it. */
const lastAnswersMs = 10_000;

const parseError = -32_700;
const invalidRequest = -32_600;

/**
 * Passes messages of the protocol, one per line, between a client and the SDK, which expects single valid messages.
 * Messages that cannot be read are answered with an error, because a client would otherwise wait forever.
 */
export class MessageLines {
  /** For the SDK to read: one well-formed message per line. */
  readonly input = new PassThrough();
  /** For the SDK to write to: one message per line. */
  readonly output: Writable;
  readonly #answers: Writable;
  readonly #open = new Set<unknown>();
  #line: string[] = [];
  #length = 0;
  #isEnded = false;
  /** True if the previous lines were not JSON either: they may be one message, written over several lines. */
  #isUnreadable = false;

  constructor(questions: Readable, answers: Writable) {
    this.#answers = answers;
    this.output = new Writable({
      decodeStrings: false,
      write: (text: string | Buffer, _, done) => {
        this.#answer(String(text).trimEnd());
        if (answers.writableNeedDrain) answers.once('drain', done);
        else done();
      },
    });
    questions.setEncoding('utf8');
    questions.on('data', (text: string) => this.#read(text));
    questions.once('end', () => this.#end());
    questions.once('close', () => this.#end());
    questions.on('error', () => this.#end());
    // Nobody reads the answers any more, so there is nothing left to do.
    answers.on('error', () => {
      questions.destroy();
      this.input.end();
    });
  }

  #read(text: string): void {
    const [first = '', ...rest] = text.split('\n');
    this.#add(first);
    for (const part of rest) {
      this.#endLine();
      this.#add(part);
    }
  }

  #add(part: string): void {
    this.#length += part.length;
    if (this.#length <= longestLine) this.#line.push(part);
  }

  #endLine(): void {
    const isTooLong = this.#length > longestLine;
    const line = this.#line
      .join('')
      .replace(/^\ufeff/, '')
      .trim();
    this.#line = [];
    this.#length = 0;
    if (isTooLong) this.#refuse(parseError, `A message has at most ${longestLine} characters.`);
    else if (line !== '') this.#message(line);
  }

  #end(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#endLine();
    if (this.#open.size === 0) this.input.end();
    else setTimeout(() => this.input.end(), lastAnswersMs).unref();
  }

  #message(text: string): void {
    const read = parse(text);
    if (!read) {
      // Only one error for all lines of the message.
      if (!this.#isUnreadable) this.#refuse(parseError, 'This line is not JSON. Each message is one line of JSON.');
      this.#isUnreadable = true;
      return;
    }
    this.#isUnreadable = false;
    const message = read.value;
    mendArguments(message);
    const isLarge = !isWithin(message, mostLevels, { parts: mostParts });
    if (isLarge || !isRecord(message) || message.jsonrpc !== '2.0' || !isWellFormed(message)) {
      const id = isRecord(message) && isId(message.id) ? message.id : null;
      const why = isLarge
        ? `A message has at most ${mostLevels} levels and ${mostParts} values.`
        : 'Send one JSON-RPC 2.0 message per line, with an ID that is text or a whole number below 2^53.';
      this.#refuse(invalidRequest, why, id);
      return;
    }
    const { id, method } = message;
    if (method === 'notifications/cancelled' && isRecord(message.params)) this.#close(message.params.requestId);
    if (typeof method === 'string' && id !== undefined) this.#open.add(id);
    this.input.write(`${JSON.stringify(message)}\n`);
  }

  #answer(text: string): void {
    const message = parse(text)?.value;
    const isAnswer = isRecord(message) && message.method === undefined;
    if (!isAnswer) return this.#send(text);
    this.#send(text.length > longestRefusal ? withShortRefusal(message, text) : text);
    this.#close(message.id);
  }

  /** Closes a request that was answered or cancelled by its client. */
  #close(id: unknown): void {
    this.#open.delete(id);
    if (this.#isEnded && this.#open.size === 0) this.input.end();
  }

  #refuse(code: number, message: string, id: string | number | null = null): void {
    this.#send(JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } }));
  }

  #send(text: string): void {
    this.#answers.write(`${text}\n`);
  }
}

function parse(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** Whether a message is a request, a notification or an answer. */
function isWellFormed({ id, method, result, error }: Readonly<Record<string, unknown>>): boolean {
  if (typeof method === 'string') return id === undefined || isId(id);
  return isId(id) && (result !== undefined || error !== undefined);
}

/** JSON allows any number, but the SDK takes whole ones alone, and JavaScript rounds larger ones to others. */
function isId(id: unknown): id is string | number {
  return typeof id === 'string' || Number.isSafeInteger(id);
}

/** Whether a value has at most so many levels, and `left.parts` members and elements in all. */
function isWithin(value: unknown, levels: number, left: { parts: number }): boolean {
  if (typeof value !== 'object' || value === null) return true;
  const parts: readonly unknown[] = Object.values(value);
  left.parts -= parts.length;
  return levels > 0 && left.parts >= 0 && parts.every((part) => isWithin(part, levels - 1, left));
}

/** The text of an answer, in which a refusal is no longer than what a client can use. */
function withShortRefusal({ result, error, ...rest }: Readonly<Record<string, unknown>>, text: string): string {
  if (error === undefined && !(isRecord(result) && result.isError === true)) return text;
  const refusal = JSON.stringify({ error, result }, (_, value: unknown) =>
    typeof value === 'string' && value.length > longestRefusal ? `${value.slice(0, longestRefusal)}…` : value,
  );
  return JSON.stringify({ ...rest, ...(JSON.parse(refusal) as object) });
}

/**
 * Some clients send null if a call has no arguments, and others a JSON text that their model wrote. Both are converted
 * to an object.
 */
function mendArguments(message: unknown): void {
  if (!isRecord(message) || message.method !== 'tools/call' || !isRecord(message.params)) return;
  const { params } = message;
  const given = params.arguments;
  if (given === null || given === '') Object.assign(params, { arguments: {} });
  if (typeof given !== 'string') return;
  try {
    const read: unknown = JSON.parse(given);
    if (isRecord(read)) Object.assign(params, { arguments: read });
  } catch {
    // Left as it is: the SDK reports the error.
  }
}
