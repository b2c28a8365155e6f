/** How a window that can't read the key from SecretStorage gets it from one that holds it: see {@link KeyExchange}. */
import {
  createCipheriv,
  createDecipheriv,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  randomBytes,
  type KeyObject,
} from 'node:crypto';
import type { Scheduler } from '../../../common/scheduler.ts';
import type { Clock } from '../../../common/clock.ts';
import { randomName } from './file-names.ts';
import type { FileFacts } from './session-files.ts';
import type { SessionFolder } from './session-folder.ts';
import { readKey, type SessionKey } from './session-encryption.ts';

interface Ask {
  readonly keyId: string;
  /** X25519, base64url. */
  readonly publicKey: string;
}

interface Answer {
  /** X25519, base64url. */
  readonly publicKey: string;
  readonly iv: string;
  readonly tag: string;
  readonly data: string;
}

const askPattern = /^ask-(\w+)\.json$/;
const exchangePattern = /^(ask|answer)-\w+\.json$/;
const lookEveryMs = 25;
/** Longer than any window waits for an answer. */
const askLifeMs = 30_000;
const algorithm = 'aes-256-gcm';

export function isExchangeFile(name: string): boolean {
  return exchangePattern.test(name);
}

/**
 * Passes keys between windows that share a folder, but can't see each other's secrets (code-server) or whose keyring is
 * locked. A request is a file with a fresh public key; the answer is the session key encrypted for it, so that the key
 * itself is never on the disk. Any process of this user can make a request, so none is answered if no window needs to
 * make one: see `SessionKeys.needsExchange`. Other users get no answer: requests are ignored in a folder that others
 * may write to, and if the file belongs to another user, is a link, or is old.
 */
export class KeyExchange {
  readonly #folder: SessionFolder;
  readonly #scheduler: Scheduler;
  readonly #clock: Clock;
  readonly #answered = new Set<string>();

  constructor(folder: SessionFolder, scheduler: Scheduler, clock: Clock) {
    this.#folder = folder;
    this.#scheduler = scheduler;
    this.#clock = clock;
  }

  /** Undefined if no window answers in time. Rejects as the file system does. */
  async ask(keyId: string, waitMs: number): Promise<SessionKey | undefined> {
    const name = randomName();
    const [question, reply] = [`ask-${name}.json`, `answer-${name}.json`];
    const { publicKey, privateKey } = generateKeyPairSync('x25519');
    const ask: Ask = { keyId, publicKey: rawOf(publicKey) };
    await this.#folder.put(question, JSON.stringify(ask));
    try {
      for (let waited = 0; waited <= waitMs; waited += lookEveryMs) {
        await this.#scheduler.sleep(lookEveryMs);
        const text = await this.#folder.read(reply);
        if (text !== undefined) return readKey(opened(text, privateKey, name), keyId);
      }
      return undefined;
    } finally {
      await Promise.all([question, reply].map((file) => this.#folder.remove(file)));
    }
  }

  /** Answers a request if this window holds the key; does nothing for other files. */
  async answer(file: string, held: (keyId: string) => SessionKey | undefined): Promise<void> {
    const name = askPattern.exec(file)?.[1];
    if (name === undefined || !(await this.#isFromThisUser(file))) return;
    const ask = JSON.parse((await this.#folder.read(file)) ?? '{}') as Partial<Ask>;
    const key = held(ask.keyId ?? '');
    if (!key || ask.publicKey === undefined || this.#answered.has(name)) return;
    this.#answered.add(name);
    const { publicKey, privateKey } = generateKeyPairSync('x25519');
    const iv = randomBytes(12);
    const cipher = createCipheriv(algorithm, shared(privateKey, ask.publicKey, name), iv);
    const data = Buffer.concat([cipher.update(Buffer.from(key.bytes).toString('base64')), cipher.final()]);
    const answer: Answer = {
      publicKey: rawOf(publicKey),
      iv: iv.toString('base64'),
      tag: cipher.getAuthTag().toString('base64'),
      data: data.toString('base64'),
    };
    await this.#folder.put(`answer-${name}.json`, JSON.stringify(answer));
  }

  async #isFromThisUser(file: string): Promise<boolean> {
    const [place, question] = await Promise.all([this.#folder.facts(), this.#folder.facts(file)]);
    const isPrivate = (facts: FileFacts | undefined) => facts?.isOwn === true && !facts.isOpenToOthers;
    const isRecent = question && Math.abs(this.#clock.now() - question.writtenAt) < askLifeMs;
    return isPrivate(place) && isPrivate(question) && question?.kind === 'file' && isRecent === true;
  }
}

/** The key as base64; undefined if the answer was not encrypted for this request. */
function opened(text: string, privateKey: KeyObject, name: string): string | undefined {
  try {
    const { publicKey, iv, tag, data } = JSON.parse(text) as Answer;
    const secret = shared(privateKey, publicKey, name);
    const decipher = createDecipheriv(algorithm, secret, Buffer.from(iv, 'base64'), { authTagLength: 16 });
    decipher.setAuthTag(Buffer.from(tag, 'base64'));
    return Buffer.concat([decipher.update(Buffer.from(data, 'base64')), decipher.final()]).toString();
  } catch {
    return undefined;
  }
}

function shared(privateKey: KeyObject, publicKey: string, name: string): Uint8Array {
  const theirs = createPublicKey({ key: { kty: 'OKP', crv: 'X25519', x: publicKey }, format: 'jwk' });
  const secret = diffieHellman({ privateKey, publicKey: theirs });
  return new Uint8Array(hkdfSync('sha256', secret, name, 'vehicle-data session key', 32));
}

function rawOf(publicKey: KeyObject): string {
  return publicKey.export({ format: 'jwk' }).x ?? '';
}
