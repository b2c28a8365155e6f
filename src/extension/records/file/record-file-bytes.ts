import { type Files, readBounded } from '../../../common/text/read-bounded.ts';
import { mostFileBytes } from '../../../viewer/messages/most-file-bytes.ts';
import { badFile } from './record-file.ts';

/** Reads the bytes of a file of charge records. Rejects with ServiceError if it cannot be read. */
export async function recordFileBytes<Uri>(files: Files<Uri>, uri: Uri, most = mostFileBytes): Promise<Uint8Array> {
  const bytes = await readBounded(files, uri, most);
  if (typeof bytes === 'string') throw badFile(bytes);
  return bytes;
}
