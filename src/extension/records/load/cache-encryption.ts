import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { deserialize, serialize } from 'node:v8';

const algorithm = 'aes-256-gcm';
const nonceLength = 12;
const tagLength = 16;
/** Bytes decrypted before other work in the process may run. */
const step = 1 << 20;

/**
 * Yields the pieces of an encrypted file that holds these values: the nonce, then each value with its length in front,
 * encrypted with AES-256-GCM, then the tag. Each value is one piece.
 *
 * @param key 32 bytes
 * @param about bound to the content: decryption under another name fails
 */
export function* seal(values: Iterable<unknown>, key: Uint8Array, about: string): Generator<Uint8Array, void> {
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(about));
  yield nonce;
  for (const value of values) {
    const bytes = serialize(value);
    const length = Buffer.alloc(4);
    length.writeUInt32LE(bytes.length);
    yield Buffer.concat([cipher.update(length), cipher.update(bytes)]);
  }
  cipher.final();
  yield cipher.getAuthTag();
}

/**
 * Returns the values of an encrypted file. Parses nothing before the tag proves that the file is complete and was
 * written with this key under this name. Rejects otherwise.
 */
export async function unseal(file: Uint8Array, key: Uint8Array, about: string): Promise<unknown[]> {
  const end = file.length - tagLength;
  if (end < nonceLength) throw new RangeError('Too short for a sealed file');
  const decipher = createDecipheriv(algorithm, key, file.subarray(0, nonceLength), { authTagLength: tagLength });
  decipher.setAAD(Buffer.from(about)).setAuthTag(file.subarray(end));
  const pieces: Buffer[] = [];
  for (let at = nonceLength; at < end; at += step) {
    pieces.push(decipher.update(file.subarray(at, Math.min(at + step, end))));
    await setImmediate();
  }
  decipher.final();
  const bytes = Buffer.concat(pieces);
  const values: unknown[] = [];
  for (let at = 0; at < bytes.length;) {
    const length = bytes.readUInt32LE(at);
    values.push(deserialize(bytes.subarray(at + 4, at + 4 + length)));
    at += 4 + length;
  }
  return values;
}
