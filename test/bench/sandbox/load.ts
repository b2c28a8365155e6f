// Started with fork: the load has a process of its own, so that it shares no thread with what it measures.
import { connect, type Socket } from 'node:net';

/** What one connection asks for: again and again the same, or a refresh with the token that the last one brought. */
export interface Shot {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** A form, sent with POST. `$TOKEN` in it stands for the refresh token of the last answer. */
  readonly body?: string;
  /** In the place of `$TOKEN` at first. */
  readonly token?: string;
}

export interface Load {
  readonly origin: string;
  /** One connection each. */
  readonly shots: readonly Shot[];
  /** How many are sent, together. */
  readonly requests: number;
}

export interface Measured {
  /** Answers other than 200. */
  readonly failures: number;
  readonly perSecond: number;
}

/** Puts a load on a server and measures it. Each connection sends its next request when the last one is answered. */
async function run({ origin, shots, requests }: Load): Promise<Measured> {
  const progress = { left: requests, failures: 0 };
  const connections = shots.map((shot) => new Connection(origin, shot));
  const start = performance.now();
  await Promise.all(connections.map((connection) => connection.work(progress)));
  const seconds = (performance.now() - start) / 1000;
  for (const connection of connections) connection.close();
  return { failures: progress.failures, perSecond: requests / seconds };
}

interface Progress {
  left: number;
  failures: number;
}

/**
 * HTTP/1.1 over one socket, as little of it as will do: on a machine of few processors, what a client library spends on
 * an answer would be most of what is measured.
 */
class Connection {
  readonly #socket: Socket;
  readonly #shot: Shot;
  readonly #head: string;
  #token: string;

  constructor(origin: string, shot: Shot) {
    const { hostname, port, host } = new URL(origin);
    this.#socket = connect({ host: hostname, port: Number(port), noDelay: true });
    this.#shot = shot;
    this.#token = shot.token ?? '';
    const headers = Object.entries({ host, ...shot.headers }).map(([name, value]) => `${name}: ${value}\r\n`);
    this.#head = `${shot.body === undefined ? 'GET' : 'POST'} ${shot.path} HTTP/1.1\r\n${headers.join('')}`;
  }

  async work(progress: Progress): Promise<void> {
    while (progress.left > 0) {
      progress.left--;
      const { status, body } = await this.#ask();
      if (status === 200) this.#keepToken(body);
      else progress.failures++;
    }
  }

  async #ask(): Promise<{ status: number; body: Buffer }> {
    const body = this.#shot.body?.replace('$TOKEN', this.#token);
    const length = body === undefined ? '' : `content-length: ${Buffer.byteLength(body)}\r\n`;
    this.#socket.write(`${this.#head}${length}\r\n${body ?? ''}`);
    return new Promise((resolve, reject) => {
      let received: Buffer = Buffer.alloc(0);
      const settle = (act: () => void) => {
        this.#socket.off('data', onData).off('error', reject).off('close', onClose);
        act();
      };
      const onClose = () => settle(() => reject(new Error('the connection was closed')));
      const onData = (chunk: Buffer) => {
        received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
        const end = received.indexOf('\r\n\r\n');
        if (end < 0) return;
        const head = received.toString('latin1', 0, end);
        const bytes = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
        if (bytes === undefined) return settle(() => reject(new Error('an answer without Content-Length')));
        const body = received.subarray(end + 4);
        if (body.length >= Number(bytes)) settle(() => resolve({ status: Number(head.slice(9, 12)), body }));
      };
      this.#socket.on('data', onData).on('error', reject).on('close', onClose);
    });
  }

  #keepToken(body: Buffer): void {
    if (this.#shot.body === undefined) return;
    this.#token = (JSON.parse(body.toString()) as { refresh_token?: string }).refresh_token ?? this.#token;
  }

  close(): void {
    this.#socket.destroy();
  }
}

process.on('message', (load: Load) => {
  void run(load).then((measured) => process.send?.(measured));
});
process.on('disconnect', () => process.exit());
