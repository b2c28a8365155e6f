import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { randomSecret } from '../../common/random-secret.ts';
import {
  type AgentAnswer,
  answerIn,
  agentProgress,
  type AgentRequest,
  envelope,
  inLines,
  isGenuine,
  linesOf,
  signed,
} from './messages.ts';
import { findWindows, type FoundWindow, removeWindow } from './window-files.ts';

/** How long a window may take to acknowledge a request, in milliseconds. */
const limitMs = 5_000;
/** More characters than any answer has. */
const longestAnswer = 4 * 1024 * 1024;

/** The caller that waits for an answer. */
interface Waiting {
  readonly signal: AbortSignal;
  readonly progress: (done: number, total: number, message: string) => void;
}

/**
 * Asks one window of each VS Code installation, the most recently used first, until an answer is `wanted`. Entries of
 * windows that are gone are removed, and windows that hang are skipped. Returns all answers.
 */
export async function askWindows(
  folder: string,
  asked: AgentRequest,
  waiting: Waiting,
  wanted: (answer: AgentAnswer) => boolean = () => false,
): Promise<readonly AgentAnswer[]> {
  const answers: AgentAnswer[] = [];
  const heard = new Set<string>();
  for (const each of await findWindows(folder)) {
    if (heard.has(each.storage)) continue;
    const answer = await ask(each, asked, waiting);
    waiting.signal.throwIfAborted();
    if (answer === 'gone') await removeWindow(each);
    if (typeof answer === 'string') continue;
    heard.add(each.storage);
    answers.push(answer);
    if (wanted(answer)) break;
  }
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
  const headers = { accept: inLines };
  const sent = request({
    socketPath: address,
    method: 'POST',
    headers,
    signal: AbortSignal.any([signal, slow.signal]),
  });
  try {
    sent.end(JSON.stringify(signed(secret, 'request', question, JSON.stringify(asked))));
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    clearTimeout(timer);
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
    return ['ECONNREFUSED', 'ENOENT'].includes(String((error as NodeJS.ErrnoException).code)) ? 'gone' : 'silent';
  } finally {
    clearTimeout(timer);
    sent.on('error', () => undefined).destroy();
  }
}
