import { Client } from 'undici';

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
  /** The end comes with whichever is reached first. */
  readonly most: { readonly requests: number; readonly milliseconds: number };
  /** Requests before the count begins. */
  readonly warmUp: number;
}

export interface Measured {
  readonly requests: number;
  /** Answers other than 200. */
  readonly failures: number;
  readonly perSecond: number;
  /** Milliseconds from the request to the end of its body. */
  readonly p50: number;
  readonly p99: number;
  readonly bytesPerAnswer: number;
}

/** Puts a load on a server and measures it. Each connection sends its next request when the last one is answered. */
export async function run({ origin, shots, most, warmUp }: Load): Promise<Measured> {
  const state = { left: warmUp, until: Infinity, failures: 0, bytes: 0, times: [] as number[] };
  const connections = shots.map((shot) => new Connection(origin, shot));
  const all = () => Promise.all(connections.map((connection) => connection.work(state)));
  await all();
  Object.assign(state, { left: most.requests, failures: 0, bytes: 0, times: [] });
  const start = performance.now();
  state.until = start + most.milliseconds;
  await all();
  const seconds = (performance.now() - start) / 1000;
  await Promise.all(connections.map((connection) => connection.close()));
  const times = Float64Array.from(state.times).sort();
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? NaN;
  return {
    requests: times.length,
    failures: state.failures,
    perSecond: times.length / seconds,
    p50: at(0.5),
    p99: at(0.99),
    bytesPerAnswer: state.bytes / times.length,
  };
}

interface Progress {
  left: number;
  readonly until: number;
  failures: number;
  bytes: number;
  readonly times: number[];
}

class Connection {
  readonly #client: Client;
  readonly #shot: Shot;
  #token: string;

  constructor(origin: string, shot: Shot) {
    this.#client = new Client(origin);
    this.#shot = shot;
    this.#token = shot.token ?? '';
  }

  async work(progress: Progress): Promise<void> {
    while (progress.left > 0 && performance.now() < progress.until) {
      progress.left--;
      const start = performance.now();
      const { status, text } = await this.#ask();
      progress.times.push(performance.now() - start);
      progress.bytes += text.length;
      if (status === 200) this.#keepToken(text);
      else progress.failures++;
    }
  }

  async #ask(): Promise<{ status: number; text: string }> {
    const { path, headers, body } = this.#shot;
    const answer = await this.#client.request({
      path,
      headers,
      method: body === undefined ? 'GET' : 'POST',
      body: body?.replace('$TOKEN', this.#token) ?? null,
    });
    return { status: answer.statusCode, text: await answer.body.text() };
  }

  #keepToken(text: string): void {
    if (this.#shot.body === undefined) return;
    this.#token = (JSON.parse(text) as { refresh_token?: string }).refresh_token ?? this.#token;
  }

  close(): Promise<void> {
    return this.#client.close();
  }
}

// Started with fork: the load has a process of its own, so that it does not share a thread with what it measures.
if (process.send) {
  process.on('message', (load: Load) => {
    run(load).then(
      (measured) => process.send?.({ measured }),
      (error: unknown) => process.send?.({ error: String(error) }),
    );
  });
}
