import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import * as z from 'zod';
import { isSameSecret, randomSecret } from '../common/random-secret.ts';
import {
  type AgentAccount,
  type AgentAnswer,
  agentProgress,
  type AgentRequest,
  answerIn,
  envelope,
  inLines,
  isGenuine,
  linesOf,
  proofHeader,
  proofOf,
  questionHeader,
  signed,
} from './channel/messages.ts';
import { findWindows, type FoundWindow, removeWindow, saysGone } from './channel/window-files.ts';
import { type CallContext, type Tool, tool } from './tool.ts';

/** Windows without accounts do not listen. */
const noWindow =
  'No open window of VS Code on this machine has an account of the extension Vehicle Data Explorer. Have the person open VS Code and connect one, or leave out account to read the sandbox.';

const account = z
  .string()
  .min(1)
  .max(300)
  .optional()
  .describe('From list_accounts; without it, the sandbox. VS Code asks the person first');

/** Extends the tools that read vehicles so that they can read accounts too, and adds a tool that lists the accounts. */
export function withAccounts(tools: readonly Tool[], folder: string): readonly Tool[] {
  const listAccounts = tool({
    name: 'list_accounts',
    title: 'List Accounts',
    description:
      'Lists the accounts that are connected in windows of VS Code on this machine, for the argument account of other tools. They are real, unless environment is sandbox.',
    input: z.strictObject({}),
    output: z.object({
      accounts: z.array(
        z.object({
          id: z.string(),
          environment: z.string(),
          allowed: z.boolean().describe('Whether the person has allowed it; otherwise the first call asks'),
          name: z.string().optional(),
        }),
      ),
      unread: z.number().int().optional().describe('Accounts of a window of another version: update this program'),
    }),
    hints: { readOnlyHint: true, openWorldHint: true },
    longestText: 300,
    isOfService: true,
    run: async (_, context) => {
      const asked = { client: context.client, call: { kind: 'accounts' as const } };
      const answers = await askWindows(folder, asked, context);
      if (answers.length === 0) throw new Error(noWindow);
      const lists = answers.flatMap((each) => (each.kind === 'accounts' ? [each] : []));
      const unread = lists.reduce((sum, each) => sum + (each.unread ?? 0), 0);
      return { accounts: lists.flatMap(({ accounts }): AgentAccount[] => accounts), ...(unread > 0 && { unread }) };
    },
  });
  const reading = tools.map((each): Tool => {
    const run = async (input: Record<string, unknown>, context: CallContext) => {
      const { account: id, ...rest } = input;
      return typeof id === 'string' ? readAccount(folder, each.name, id, rest, context) : each.run(rest, context);
    };
    return { ...each, input: each.input.extend({ account }), hints: { ...each.hints, openWorldHint: true }, run };
  });
  return [listAccounts, ...reading];
}

async function readAccount(
  folder: string,
  name: string,
  id: string,
  input: Readonly<Record<string, unknown>>,
  context: CallContext,
): Promise<Record<string, unknown>> {
  if (input.version !== undefined) {
    throw new Error('An account has one version, that of its environment. Leave out version where you give account.');
  }
  const asked = { client: context.client, call: { kind: 'tool' as const, name, account: id, input } };
  const isKnown = ({ kind }: AgentAnswer) => kind !== 'unknown-account';
  const answers = await askWindows(folder, asked, context, isKnown);
  if (answers.length === 0) throw new Error(noWindow);
  const answer = answers.find(isKnown);
  if (answer?.kind === 'result') return answer.result;
  throw new Error(
    answer?.kind === 'failure' ? answer.message : 'No account has this id. Call list_accounts for the ids.',
  );
}

/** How long a window may take to list its accounts, in milliseconds. */
const limitMs = 5_000;
/** More characters than any answer has. */
const longestAnswer = 4 * 1024 * 1024;

/** The caller that waits for an answer. */
type Waiting = Pick<CallContext, 'signal' | 'progress'>;

/**
 * Asks one window of each VS Code installation, the most recently used first, until an answer is `wanted`. All windows
 * list their accounts at once before: entries of those that are gone are removed, and those that hang are skipped.
 * Returns all answers.
 */
export async function askWindows(
  folder: string,
  asked: AgentRequest,
  waiting: Waiting,
  wanted: (answer: AgentAnswer) => boolean = () => false,
): Promise<readonly AgentAnswer[]> {
  const isList = asked.call.kind === 'accounts';
  const list: AgentRequest = { client: asked.client, call: { kind: 'accounts' } };
  const found = (await findWindows(folder)).map(async (each) => ({ each, listed: await ask(each, list, waiting) }));
  const answers: AgentAnswer[] = [];
  const heard = new Set<string>();
  for (const { each, listed } of await Promise.all(found)) {
    waiting.signal.throwIfAborted();
    if (listed === 'gone') await removeWindow(each);
    if (typeof listed === 'string' || heard.has(each.storage)) continue;
    const answer = isList ? listed : await ask(each, asked, waiting);
    if (typeof answer === 'string') continue;
    heard.add(each.storage);
    answers.push(answer);
    if (wanted(answer)) break;
  }
  waiting.signal.throwIfAborted();
  return answers;
}

async function ask(
  { address, secret }: FoundWindow,
  asked: AgentRequest,
  { signal, progress }: Waiting,
): Promise<AgentAnswer | 'gone' | 'silent'> {
  const question = randomSecret();
  const slow = new AbortController();
  const timer = setTimeout(() => slow.abort(), limitMs);
  const headers = { accept: inLines, [questionHeader]: question };
  const sent = request({
    socketPath: address,
    method: 'POST',
    headers,
    signal: AbortSignal.any([signal, slow.signal]),
  });
  try {
    sent.flushHeaders();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    // The address of a window that is gone can be anybody's.
    if (!isSameSecret(proofOf(secret, 'listener', question), String(response.headers[proofHeader]))) return 'silent';
    sent.end(JSON.stringify(signed(secret, 'request', question, JSON.stringify(asked))));
    // A list needs no person, who may take a while.
    if (asked.call.kind !== 'accounts') clearTimeout(timer);
    for await (const line of linesOf(response, longestAnswer)) {
      const said = envelope.parse(JSON.parse(line));
      if (said.question !== question) return 'silent';
      if (isGenuine(secret, 'answer', said)) return answerIn(said.text);
      if (!isGenuine(secret, 'progress', said)) return 'silent';
      const { done, total, message } = agentProgress.parse(JSON.parse(said.text));
      progress(done, total, message);
    }
    return 'silent';
  } catch (error) {
    return saysGone(error) ? 'gone' : 'silent';
  } finally {
    clearTimeout(timer);
    sent.on('error', () => undefined).destroy();
  }
}
