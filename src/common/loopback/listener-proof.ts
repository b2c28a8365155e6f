/**
 * How programs of one user of this machine tell each other from strangers that listen on a port: who is asked a fresh
 * question answers with a MAC, whose key only this user can read. The MAC also covers what is asked for, address and
 * port: a stranger can't pass the question on to one of ours that listens elsewhere.
 */
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { isRecord } from '../is-record.ts';
import { loopbackAddresses } from './loopback-listeners.ts';
import { ensureProofSecret, readProofSecret } from './proof-secret.ts';
import { isSameSecret, randomSecret } from '../random-secret.ts';

/** What a program of ours listens for. */
export type ListenerKind = 'sandbox' | 'redirect';

export interface Asked {
  readonly kind: ListenerKind;
  readonly port: number;
  /** Where it takes the question: `POST path?question=…`. */
  readonly path: string;
  /** Default: both that `localhost` may be. */
  readonly addresses?: readonly string[];
  readonly limitMs: number;
}

/** Who listens on a port: addresses of programs that proved to be ours, and those of others. */
export interface Listeners {
  readonly ours: readonly string[];
  readonly others: readonly string[];
}

const questionPattern = /^[\w-]{43}$/;

/** More than any answer of ours has. */
const mostCharacters = 1000;

/** Rejects where there can be no secret on this machine. */
export async function whoListens(asked: Asked, folder?: string): Promise<Listeners> {
  const { addresses = loopbackAddresses } = asked;
  const secret = await ensureProofSecret(folder);
  const found = await Promise.all(
    addresses.map(async (address) => ({ address, who: await askAt(address, asked, secret) })),
  );
  const at = (wanted: 'ours' | 'other') => found.filter(({ who }) => who === wanted).map(({ address }) => address);
  return { ours: at('ours'), others: at('other') };
}

/** The answer to a question that came over this connection: JSON. Its proof is null where this user has no secret yet. */
export async function answerProof(
  kind: ListenerKind,
  question: string | null,
  { localAddress = '', localPort = 0 }: { readonly localAddress?: string; readonly localPort?: number },
  folder?: string,
): Promise<{ proof: string | null }> {
  const secret = await readProofSecret(folder);
  if (secret === undefined || question === null || !questionPattern.test(question)) return { proof: null };
  return { proof: proofOf(secret, kind, localAddress, localPort, question) };
}

function proofOf(secret: string, kind: ListenerKind, address: string, port: number, question: string): string {
  const claim = JSON.stringify(['vehicle-data listener', kind, address, port, question]);
  return createHmac('sha256', secret).update(claim).digest('base64url');
}

/** Never rejects. What doesn't even connect is nobody: a connection needs no answer from the program itself. */
async function askAt(
  address: string,
  { kind, port, path, limitMs }: Asked,
  secret: string,
): Promise<'ours' | 'other' | 'nobody'> {
  const question = randomSecret();
  const { host } = new URL(`http://localhost:${port}`);
  const sent = request({
    ...{ host: address, port, method: 'POST', path: `${path}?question=${question}`, headers: { host } },
    ...{ agent: false, signal: AbortSignal.timeout(limitMs) },
  });
  let isConnected = false;
  sent.once('socket', (socket) => socket.once('connect', () => (isConnected = true)));
  try {
    sent.end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    const proof = proofIn(await beginningOf(response));
    return isSameSecret(proofOf(secret, kind, address, port, question), proof) ? 'ours' : 'other';
  } catch {
    return isConnected ? 'other' : 'nobody';
  } finally {
    sent.on('error', () => undefined).destroy();
  }
}

async function beginningOf(response: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) {
    text += String(chunk);
    if (text.length > mostCharacters) break;
  }
  return text;
}

/** Throws where the text is not JSON. */
function proofIn(text: string): string | null {
  const answer: unknown = JSON.parse(text);
  return isRecord(answer) && typeof answer.proof === 'string' ? answer.proof : null;
}
