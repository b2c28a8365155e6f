import { type Files, readBounded } from '../../common/read-bounded.ts';
import { badFile } from './record-file.ts';

/** More than a million records, and still one text for the engine. */
const mostBytes = 400 << 20;

/** The bytes of a file of charge records, whoever reads them. Rejects with ServiceError where it is none to read. */
export async function recordFileBytes<Uri>(files: Files<Uri>, uri: Uri): Promise<Uint8Array> {
  const bytes = await readBounded(files, uri, mostBytes);
  if (typeof bytes === 'string') throw badFile(bytes);
  return bytes;
}
