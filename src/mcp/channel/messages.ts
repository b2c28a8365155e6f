import { createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import * as z from 'zod';
import { isSameSecret } from '../../common/random-secret.ts';
import { parseWithoutOdd } from '../../common/text/odd-elements.ts';

/** A request of an agent to a window of VS Code. */
export const agentRequest = z.strictObject({
  /** The name that the client of the Model Context Protocol gives itself. */
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
  /** `unread`: the number of accounts that this program cannot read; never sent. */
  z.object({ kind: z.literal('accounts'), accounts: z.array(account), unread: z.number().optional() }),
  z.object({ kind: z.literal('result'), result: z.record(z.string(), z.unknown()) }),
  /** This VS Code has no account with this ID, but another one may. */
  z.object({ kind: z.literal('unknown-account') }),
  z.object({ kind: z.literal('failure'), message: z.string() }),
]);
export type AgentAnswer = z.output<typeof agentAnswer>;

/**
 * Parses the answer of a window. Accounts that cannot be read are only counted, because the window may have another
 * version of the extension. Throws if the answer cannot be read.
 */
export function answerIn(text: string): AgentAnswer {
  const parsed = parseWithoutOdd(agentAnswer, JSON.parse(text));
  if ('error' in parsed) throw new Error('The answer can’t be read.');
  const { data, odd } = parsed;
  return data.kind === 'accounts' && odd.length > 0 ? { ...data, unread: odd.length } : data;
}

/** The progress of a call. Any number of these precede the answer. */
export const agentProgress = z.object({ done: z.number(), total: z.number(), message: z.string().max(300) });
export type AgentProgress = z.output<typeof agentProgress>;

/** A message of the channel: a text, and proof that its sender knows the secret in the window's file. */
export const envelope = z.object({ question: z.string().max(100), text: z.string(), proof: z.string().max(100) });
export type Envelope = z.output<typeof envelope>;

type Kind = 'listener' | 'request' | 'progress' | 'answer';

/** The header of a request with a fresh question, and that of its response with the listener's proof. */
export const [questionHeader, proofHeader] = ['vehicle-data-question', 'vehicle-data-proof'];

/**
 * Signs a message. The proof includes its kind and the question, so that no message can be taken for another one or
 * replayed.
 */
export function signed(secret: string, kind: Kind, question: string, text: string): Envelope {
  return { question, text, proof: proofOf(secret, kind, question, text) };
}

export function isGenuine(secret: string, kind: Kind, { question, text, proof }: Envelope): boolean {
  return isSameSecret(proofOf(secret, kind, question, text), proof);
}

/** Of a listener, the text is empty. */
export function proofOf(secret: string, kind: Kind, question: string, text = ''): string {
  const claim = JSON.stringify(['vehicle-data agent', kind, question, text]);
  return createHmac('sha256', secret).update(claim).digest('base64url');
}

/** Reads a whole message. Rejects if it is longer than the given number of characters. */
export async function bodyOf(message: IncomingMessage, longest: number): Promise<string> {
  let text = '';
  for await (const chunk of message.setEncoding('utf8')) {
    text += String(chunk);
    if (text.length > longest) throw new Error('too long');
  }
  return text;
}

/** The `Accept` header of a client that reads progress: one envelope per line. Other clients get only the answer. */
export const inLines = 'application/x-ndjson';

/** Yields the lines of a message as they arrive. Rejects if one is longer than the given number of characters. */
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
