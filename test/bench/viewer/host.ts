// The extension host's part, in a process of its own as in VS Code: reads a body and sends the page what it is posted.
// Started with fork; the first message is what it serves, its answer where.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { OutgoingQueue } from '../../../src/extension/records/panel/outgoing-queue.ts';
import { readColumns } from '../../../src/service/records/record-stream.ts';
import type { Pages } from './pages.ts';

/** What the host is told at first. */
export interface HostTask {
  readonly files: Pages['files'];
  /** Where the bodies are. */
  readonly bodies: string;
}

/** A message as the page's stream carries it, see `page/viewer.ts`. */
function frame(message: object): Buffer {
  const buffers: Buffer[] = [];
  const text = JSON.stringify(message, (_, value: unknown) => {
    if (!ArrayBuffer.isView(value)) return value;
    buffers.push(Buffer.from(value.buffer, value.byteOffset, value.byteLength));
    return { array: value.constructor.name, bytes: value.byteLength };
  });
  const bytes = Buffer.from(text);
  const rest = Buffer.concat([bytes, ...buffers]);
  return Buffer.concat([Buffer.from(Uint32Array.of(bytes.length, rest.length).buffer), rest]);
}

/** What the extension does: columns, batch by batch, while the body arrives, by its own way to the page. */
async function postColumns(url: string, response: ServerResponse): Promise<void> {
  const { promise: told, resolve: onTold } = Promise.withResolvers<void>();
  const page = new OutgoingQueue(async (message) => {
    await new Promise((resolve) => response.write(frame(message), resolve));
    if (message.type === 'done') onTold();
  });
  page.expect([]);
  page.listen();
  page.send({ type: 'start', load: 1 });
  const { body } = await fetch(url);
  let rows = 0;
  for await (const batch of readColumns(body ?? new ReadableStream())) {
    rows += batch.rows;
    page.send({ type: 'batch', load: 1, batch });
  }
  page.send({ type: 'done', load: 1, rows, receivedAt: Date.now() });
  await told;
  response.end();
}

/** What is usual: the whole body parsed, and posted unchecked, which VS Code does as JSON. */
async function postObjects(url: string, response: ServerResponse): Promise<void> {
  const { records } = (await (await fetch(url)).json()) as { records: unknown[] };
  response.end(JSON.stringify({ records }));
}

async function answer({ files, bodies }: HostTask, path: string, response: ServerResponse): Promise<void> {
  const [, kind = '', size = ''] = /^\/(columns|objects|body)\/(\d+)$/.exec(path) ?? [];
  const url = `${bodies}/${size}`;
  if (kind === 'columns') await postColumns(url, response);
  else if (kind === 'objects') await postObjects(url, response);
  else if (kind === 'body') response.writeHead(307, { Location: url }).end();
  else {
    const file = files[path];
    response.writeHead(file ? 200 : 404, { 'Content-Type': file?.type ?? 'text/plain' }).end(file?.body);
  }
}

process.once('message', (task: HostTask) => {
  const server = createServer((request, response) => {
    answer(task, request.url ?? '', response).catch((error: unknown) => response.destroy(error as Error));
  });
  server.listen(0, '127.0.0.1', () => {
    process.send?.(`http://localhost:${(server.address() as AddressInfo).port}`);
  });
});
process.once('disconnect', () => process.exit());
