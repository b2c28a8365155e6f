const chunkLength = 64 * 1024;

/**
 * `{"records":[…]}`: a text where it is short. Else in pieces, made as the client takes them: a million records never
 * stand in memory.
 */
export function recordsBody(records: Iterable<unknown>): string | ReadableStream<Uint8Array> {
  const pieces = piecesOf(records);
  const first = pieces.next().value ?? '';
  const second = pieces.next();
  if (second.done) return first;
  return ReadableStream.from(bytesOf(first, second.value, pieces));
}

function* bytesOf(first: string, second: string, others: Iterable<string>): Generator<Uint8Array> {
  const encoder = new TextEncoder();
  yield encoder.encode(first);
  yield encoder.encode(second);
  for (const piece of others) yield encoder.encode(piece);
}

function* piecesOf(records: Iterable<unknown>): Generator<string, undefined> {
  let piece = '{"records":[';
  let separator = '';
  for (const record of records) {
    piece += separator + JSON.stringify(record);
    separator = ',';
    if (piece.length < chunkLength) continue;
    yield piece;
    piece = '';
  }
  yield `${piece}]}`;
}
