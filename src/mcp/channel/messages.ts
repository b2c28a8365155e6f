import { createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import * as z from 'zod';
import { isSameSecret } from '../../common/random-secret.ts';
import { parseWithoutOdd } from '../../common/text/odd-elements.ts';

/** What an agent asks a window of VS Code for. */
export const agentRequest = z.strictObject({
  /** As the client of the Model Context Protocol calls itself. */
  client: z.string().min(1).max(100),
  call: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('accounts') }),
    z.strictObject({
      kind: z.literal('tool'),
      name: z.string().max(100),
      account: z.string().max(300),
      input: z.record(z.string(), z.unknown()),
    }),
  ]),
});
export type AgentRequest = z.output<typeof agentRequest>;

const account = z.object({
  id: z.string(),
  environment: z.string(),
  allowed: z.boolean(),
  name: z.string().optional(),
});
export type AgentAccount = z.output<typeof account>;

const agentAnswer = z.discriminatedUnion('kind', [
  /** `unread`: accounts that this program can't read; not sent. */
  z.object({ kind: z.literal('accounts'), accounts: z.array(account), unread: z.number().optional() }),
  z.object({ kind: z.literal('result'), result: z.record(z.string(), z.unknown()) }),
  /** It has no account with this ID: another VS Code may. */
  z.object({ kind: z.literal('unknown-account') }),
  z.object({ kind: z.literal('failure'), message: z.string() }),
]);
export type AgentAnswer = z.output<typeof agentAnswer>;

/** What a window said. Of accounts, those that can be read: it may be of another version. Throws where it can't be read. */
export function answerIn(text: string): AgentAnswer {
  const parsed = parseWithoutOdd(agentAnswer, JSON.parse(text));
  if ('error' in parsed) throw new Error('The answer can’t be read.');
  const { data, odd } = parsed;
  return data.kind === 'accounts' && odd.length > 0 ? { ...data, unread: odd.length } : data;
}

/** How far a call is; goes before its answer, any number of times. */
export const agentProgress = z.object({ done: z.number(), total: z.number(), message: z.string().max(300) });
export type AgentProgress = z.output<typeof agentProgress>;

/** What goes through the channel: a text, and the proof that its sender has the secret of the window's file. */
export const envelope = z.object({ question: z.string().max(100), text: z.string(), proof: z.string().max(100) });
export type Envelope = z.output<typeof envelope>;

type Kind = 'request' | 'progress' | 'answer';

/** Of a request, or of what is said to the question that came with it: none can be taken for another, nor be kept. */
export function sealed(secret: string, kind: Kind, question: string, text: string): Envelope {
  return { question, text, proof: proofOf(secret, kind, question, text) };
}

export function isGenuine(secret: string, kind: Kind, { question, text, proof }: Envelope): boolean {
  return isSameSecret(proofOf(secret, kind, question, text), proof);
}

function proofOf(secret: string, kind: Kind, question: string, text: string): string {
  const claim = JSON.stringify(['vehicle-data agent', kind, question, text]);
  return createHmac('sha256', secret).update(claim).digest('base64url');
}

/** What came through the channel. Rejects what is longer than so many characters. */
export async function bodyOf(message: IncomingMessage, longest: number): Promise<string> {
  let text = '';
  for await (const chunk of message.setEncoding('utf8')) {
    text += String(chunk);
    if (text.length > longest) throw new Error('too long');
  }
  return text;
}

/** Asked for by a client that reads progress: one envelope a line. A client that doesn't gets the answer alone. */
export const inLines = 'application/x-ndjson';

/** The lines of a message as they come. Rejects where one is longer than so many characters. */
export async function* linesOf(message: IncomingMessage, longest: number): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of message.setEncoding('utf8')) {
    const lines = (rest + String(chunk)).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > longest) throw new Error('too long');
    yield* lines;
  }
  if (rest !== '') yield rest;
}
