// The bare viewer's host, as far as it is in the page: VS Code's webview API, and messages out of a stream of columns.
import type { Loaded } from './measured.ts';
import { viewerSubject } from './viewer-subject.ts';

let saved: unknown;
const { promise: ready, resolve: onReady } = Promise.withResolvers<void>();
Object.assign(globalThis, {
  acquireVsCodeApi: () => ({
    // Its first message says that it listens; to others nobody listens here.
    postMessage: () => onReady(),
    getState: () => saved,
    setState: (state: unknown) => (saved = state),
  }),
});

const decoder = new TextDecoder();

/** Reads a whole number of bytes at a time out of a body. */
class Reader {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  #rest = new Uint8Array(0);

  constructor(body: ReadableStream<Uint8Array>) {
    this.#reader = body.getReader();
  }

  /** Fewer at the end of the body. */
  async read(length: number): Promise<Uint8Array<ArrayBuffer>> {
    const all = new Uint8Array(length);
    let filled = 0;
    while (filled < length) {
      if (this.#rest.length === 0) {
        const { value } = await this.#reader.read();
        if (!value) return all.slice(0, filled);
        this.#rest = new Uint8Array(value);
      }
      const part = this.#rest.subarray(0, length - filled);
      all.set(part, filled);
      filled += part.length;
      this.#rest = this.#rest.subarray(part.length);
    }
    return all;
  }
}

const arrays = { Uint8Array, Uint16Array, Uint32Array, Float32Array, Float64Array };

/** A message: two lengths, a JSON text, and the arrays that `{"array": TYPE, "bytes": LENGTH}` in it stands for; see `host.ts`. */
async function postMessages(path: string): Promise<void> {
  const { body } = await fetch(path);
  if (!body) return;
  const reader = new Reader(body);
  for (;;) {
    const head = await reader.read(8);
    if (head.length < 8) return;
    const [textLength = 0, length = 0] = new Uint32Array(head.buffer);
    const bytes = await reader.read(length);
    const buffers: ArrayBuffer[] = [];
    let at = textLength;
    const message: unknown = JSON.parse(decoder.decode(bytes.subarray(0, textLength)), (_, value: unknown) => {
      if (typeof value !== 'object' || value === null || !('array' in value && 'bytes' in value)) return value;
      const end = at + Number(value.bytes);
      const { buffer } = bytes.slice(at, end);
      at = end;
      buffers.push(buffer);
      return new arrays[value.array as keyof typeof arrays](buffer);
    });
    postMessage(message, '*', buffers);
  }
}

/** The page without records, as other tables are there before theirs. */
async function prepare(): Promise<void> {
  await ready;
  while (!viewerSubject.scroller()) await new Promise(requestAnimationFrame);
}

const probe = new Probe(viewerSubject);
offerBench(
  prepare().then(() => ({
    probe,
    async load(size: number): Promise<Loaded & { start: number }> {
      const start = performance.now();
      const [loaded] = await Promise.all([probe.watchLoad(size), postMessages(`/columns/${size}`)]);
      return { ...loaded, start };
    },
  })),
);
