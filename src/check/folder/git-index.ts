/** The content of a git index file. */
interface Index {
  readonly paths: readonly string[];
  /** For a split index, the suffix of the file next to it that has the rest: `sharedindex.` and this. */
  readonly shared?: string | undefined;
}

/**
 * Reads the tracked paths of an index, versions 2 to 4 (git's `gitformat-index`). Throws if it is not an index.
 *
 * @param idBytes length of an object ID: 20, or 32 in a repository with SHA-256
 */
export function readIndex(bytes: Buffer, idBytes: number): Index {
  const version = bytes.length < 12 ? 0 : bytes.readUInt32BE(4);
  if (bytes.toString('latin1', 0, 4) !== 'DIRC' || version < 2 || version > 4) throw new Error('This is no index.');
  const paths: string[] = [];
  let at = 12;
  let before = Buffer.alloc(0);
  for (let left = bytes.readUInt32BE(8); left > 0; left--) {
    const start = at;
    // Times, device, inode, mode, owner and size; the ID; flags, one of which says that there are more.
    at += 40 + idBytes;
    at += (bytes.readUInt16BE(at) & 0x4000) === 0 ? 2 : 4;
    let kept = 0;
    if (version === 4) {
      const [dropped, next] = readOffset(bytes, at);
      kept = before.length - dropped;
      at = next;
    }
    const end = bytes.indexOf(0, at);
    if (end < 0 || kept < 0) throw new Error('The index is cut off.');
    const name = Buffer.concat([before.subarray(0, kept), bytes.subarray(at, end)]);
    before = name;
    at = version === 4 ? end + 1 : start + 8 * (Math.floor((end - start) / 8) + 1);
    // An entry without a name replaces one of the shared index.
    if (name.length > 0) paths.push(name.toString());
  }
  return { paths, shared: sharedIndex(bytes, at, idBytes) };
}

/** Reads seven bits from each byte, the highest first; each byte but the last adds one (git's `decode_varint`). */
function readOffset(bytes: Buffer, from: number): readonly [value: number, next: number] {
  let at = from;
  let byte = bytes.readUInt8(at++);
  let value = byte & 0x7f;
  while (byte & 0x80) {
    byte = bytes.readUInt8(at++);
    value = (value + 1) * 128 + (byte & 0x7f);
  }
  return [value, at];
}

function sharedIndex(bytes: Buffer, from: number, idBytes: number): string | undefined {
  for (let at = from; at + 8 <= bytes.length - idBytes; at += 8 + bytes.readUInt32BE(at + 4)) {
    if (bytes.toString('latin1', at, at + 4) === 'link') return bytes.toString('hex', at + 8, at + 8 + idBytes);
  }
  return undefined;
}
