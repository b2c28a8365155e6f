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
import { isSameSecret, randomSecret } from '../random-secret.ts';
import type { Stats } from 'node:fs';
import { constants, copyFile, link, rm, stat } from 'node:fs/promises';
import { homedir, userInfo } from 'node:os';
import path from 'node:path';
import { makePrivateFolder, openPrivate } from '../private-files.ts';
import { timeLimit } from '../abort-with.ts';

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
    ...{ agent: false, signal: timeLimit(limitMs) },
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

const [forOthers, forOthersToWrite] = [0o077, 0o022];

/**
 * The folder belongs to the user, not to one product, so that windows of any VS Code and a sandbox started in a
 * terminal can prove themselves to each other. It comes from the user database if that lists the user, because `HOME`
 * may differ between these programs. Tests set a folder of their own.
 */
export function proofFolder(): string {
  const { VEHICLE_DATA_PROOF_FOLDER: given } = process.env;
  if (given) return given;
  let home: string;
  try {
    home = userInfo().homedir;
  } catch {
    home = homedir();
  }
  return path.join(home, '.vehicle-data');
}

/**
 * Returns the secret. Creates a new one if there is none that only this user can read. Rejects if it can't be kept
 * private.
 */
export async function ensureProofSecret(folder = proofFolder()): Promise<string> {
  const file = fileIn(folder);
  const wasOpen = await stat(folder).then(
    (place) => isOpenTo(place, forOthersToWrite),
    () => false,
  );
  await makePrivateFolder(folder);
  // Others may have put this secret there.
  if (wasOpen) await rm(file, { recursive: true, force: true });
  const secret = (await readProofSecret(folder)) ?? (await createIn(folder));
  if (secret !== undefined) return secret;
  // The existing file is not a valid secret, or is not private to this user.
  await rm(file, { recursive: true, force: true });
  const anew = await createIn(folder);
  if (anew === undefined) throw new Error(`${file} can’t be kept from other users`);
  return anew;
}

/** Undefined if there is no secret, or if others may know it or may have put it there. */
export async function readProofSecret(folder = proofFolder()): Promise<string | undefined> {
  try {
    if (!isPrivate(await stat(folder))) return undefined;
    const handle = await openPrivate(fileIn(folder), 'r');
    try {
      const text = await handle.readFile('utf8');
      return isPrivate(await handle.stat()) && /^[\w-]{43}$/.test(text) ? text : undefined;
    } finally {
      await handle.close();
    }
  } catch {
    return undefined;
  }
}

function fileIn(folder: string): string {
  return path.join(folder, 'proof-secret');
}

/**
 * Creates the file in one step, and only if it does not exist: when two programs do this at once, both use the same
 * secret.
 */
async function createIn(folder: string): Promise<string | undefined> {
  const file = fileIn(folder);
  const draft = `${file}.${randomSecret()}`;
  try {
    const handle = await openPrivate(draft, 'wx');
    await handle.writeFile(randomSecret()).finally(() => handle.close());
    // Not every file system supports links. A copy is just as exclusive, but takes a moment to complete.
    await link(draft, file).catch(() => copyFile(draft, file, constants.COPYFILE_EXCL));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(draft, { force: true });
  }
  return readProofSecret(folder);
}

function isPrivate(stats: Stats): boolean {
  return (process.getuid === undefined || stats.uid === process.getuid()) && !isOpenTo(stats, forOthers);
}

/** Windows reports no permissions, and protects what is below the user's profile, as {@link proofFolder} is. */
function isOpenTo({ mode }: Stats, others: number): boolean {
  return process.getuid !== undefined && (mode & others) !== 0;
}
