const chunkLength = 64 * 1024;

/** `{"records":[…]}` in pieces, made as the client takes them: a million records never stand in memory. */
export function recordsBody(records: Iterable<unknown>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const iterator = records[Symbol.iterator]();
  let prefix = '{"records":[';
  return new ReadableStream({
    pull(controller) {
      let chunk = '';
      while (chunk.length < chunkLength) {
        const next = iterator.next();
        if (next.done) {
          controller.enqueue(encoder.encode(`${chunk}${prefix === ',' ? '' : prefix}]}`));
          controller.close();
          return;
        }
        chunk += prefix + JSON.stringify(next.value);
        prefix = ',';
      }
      controller.enqueue(encoder.encode(chunk));
    },
  });
}
