import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { now } from '../../common/clock.ts';
import { makePrivateFolder } from '../../common/private-files.ts';
import { randomSecret } from '../../common/random-secret.ts';
import {
  type AgentAnswer,
  type AgentProgress,
  type AgentRequest,
  agentRequest,
  bodyOf,
  envelope,
  inLines,
  isGenuine,
  proofHeader,
  proofOf,
  questionHeader,
  signed,
} from './messages.ts';
import {
  pipePrefix,
  removeGone,
  removeWindow,
  shortFolder,
  shortSocket,
  socketBeside,
  touchWindow,
  writeWindow,
} from './window-files.ts';

/** The maximum length of a Unix socket's address, in bytes. */
const longestSocket = 100;
const longestRequest = 64 * 1024;

export interface ListenerOptions {
  readonly folder: string;
  /** See `WindowEntry.storage`. */
  readonly storage: string;
  /** `signal`: aborted when the caller is gone. If it rejects, the caller gets a failure without details. */
  readonly answer: (
    request: AgentRequest,
    signal: AbortSignal,
    progress: (report: AgentProgress) => void,
  ) => Promise<AgentAnswer>;
}

export interface WindowListener {
  /** Marks the window as being in use: see `touchWindow`. */
  touch(): Promise<void>;
  dispose(): Promise<void>;
}

/**
 * Listens for requests of agents, on a Unix socket in a private folder of this user or on a named pipe with a random
 * name. Callers must know the secret in the window's file. Rejects if it cannot listen.
 */
export async function listenForAgents({ folder, storage, answer }: ListenerOptions): Promise<WindowListener> {
  await makePrivateFolder(folder);
  const id = `${now()}-${process.pid}-${randomSecret().slice(0, 8)}`;
  const { address, temporary } = await addressFor(folder, id);
  const secret = randomSecret();
  const server = createServer((request, response) => {
    serve(request, response, secret, answer).catch(() => response.destroy());
  });
  server.listen(address);
  await once(server, 'listening');
  server.unref();
  const close = async () => {
    server.close();
    server.closeAllConnections();
    if (temporary !== undefined) await rm(temporary, { recursive: true, force: true });
  };
  let file: string;
  try {
    file = await writeWindow(folder, id, { address, secret, storage });
  } catch (error) {
    await close();
    throw error;
  }
  await removeGone(folder).catch(() => undefined);
  return {
    touch: () => touchWindow(file, new Date(now())),
    dispose: async () => {
      await close();
      await removeWindow({ file, address });
    },
  };
}

async function addressFor(folder: string, id: string): Promise<{ address: string; temporary?: string }> {
  if (process.platform === 'win32') return { address: pipePrefix + randomSecret() };
  const address = socketBeside(path.join(folder, `${id}.json`));
  if (Buffer.byteLength(address) <= longestSocket) return { address };
  // A private folder of this user.
  const temporary = await mkdtemp(path.join(tmpdir(), shortFolder));
  return { address: path.join(temporary, shortSocket), temporary };
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  secret: string,
  answer: ListenerOptions['answer'],
): Promise<void> {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  // At once: callers say nothing before, the person may take a while to answer, and a window that hangs does not.
  const proof = proofOf(secret, 'listener', String(request.headers[questionHeader]));
  response.writeHead(200, { [proofHeader]: proof }).flushHeaders();
  const asked = envelope.safeParse(JSON.parse(await bodyOf(request, longestRequest)));
  if (!asked.success || !isGenuine(secret, 'request', asked.data)) {
    response.destroy();
    return;
  }
  const { question, text } = asked.data;
  const line = (kind: 'progress' | 'answer', said: object) =>
    `${JSON.stringify(signed(secret, kind, question, JSON.stringify(said)))}\n`;
  const progress = (report: AgentProgress) => {
    if (request.headers.accept === inLines && !gone.signal.aborted) response.write(line('progress', report));
  };
  const read = agentRequest.safeParse(JSON.parse(text));
  const result: AgentAnswer = read.success
    ? await answer(read.data, gone.signal, progress).catch((): AgentAnswer => failure('The request failed. Try again.'))
    : failure('This VS Code has another version of the extension. Update both, and start the agent again.');
  response.end(line('answer', result));
}

function failure(message: string): AgentAnswer {
  return { kind: 'failure', message };
}
