/**
 * How programs of one user on this machine tell each other from unknown programs that listen on a port: the listener
 * receives a fresh challenge and answers with a MAC whose key only this user can read. The MAC also covers the kind of
 * listener, the address and the port, so an impostor can't relay the challenge to a genuine listener elsewhere.
 */
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { isRecord } from '../is-record.ts';
import { loopbackAddresses } from './loopback-listeners.ts';
import { ensureProofSecret, readProofSecret } from './proof-secret.ts';
import { isSameSecret, randomSecret } from '../random-secret.ts';

/** What kind of program is listening. */
export type ListenerKind = 'sandbox' | 'redirect';

export interface Asked {
  readonly kind: ListenerKind;
  readonly port: number;
  /** The path that accepts the challenge: `POST path?question=…`. */
  readonly path: string;
  /** Default: both addresses that `localhost` may mean. */
  readonly addresses?: readonly string[];
  readonly limitMs: number;
}

/** Who listens on a port: the addresses of programs that proved to be ours, and those of others. */
export interface Listeners {
  readonly ours: readonly string[];
  readonly others: readonly string[];
}

const questionPattern = /^[\w-]{43}$/;

/** More than any genuine answer has. */
const mostCharacters = 1000;

/** Rejects if this machine can't keep a secret. */
export async function whoListens(asked: Asked, folder?: string): Promise<Listeners> {
  const { addresses = loopbackAddresses } = asked;
  const secret = await ensureProofSecret(folder);
  const found = await Promise.all(
    addresses.map(async (address) => ({ address, who: await askAt(address, asked, secret) })),
  );
  const at = (wanted: 'ours' | 'other') => found.filter(({ who }) => who === wanted).map(({ address }) => address);
  return { ours: at('ours'), others: at('other') };
}

/** The JSON answer to a challenge that came over this connection. Its proof is null if this user has no secret yet. */
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

/**
 * Never rejects. Only a failed connection means that nobody listens: a program can accept connections and never answer.
 */
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

/** Throws if the text is not JSON. */
function proofIn(text: string): string | null {
  const answer: unknown = JSON.parse(text);
  return isRecord(answer) && typeof answer.proof === 'string' ? answer.proof : null;
}
