import type { PageMessage } from '../messages/to-page.ts';
import type { HostAnswers, HostMessage, ToHost } from '../messages/to-host.ts';

/** One of several things that a command can do. */
interface Choice {
  readonly label: string;
  readonly choose: () => void;
}

/** Sends the page's messages to the host and passes the answers to the callers that wait for them. */
export class HostClient {
  readonly #post: (message: ToHost) => void;
  readonly #waiting = new Map<number, (value: unknown) => void>();
  #requests = 0;

  constructor(post: (message: ToHost) => void) {
    this.#post = post;
  }

  send(message: HostMessage): void {
    this.#post(message);
  }

  /** Resolves with undefined if the request failed. */
  request<Name extends keyof HostAnswers>(message: HostMessage<Name>): Promise<HostAnswers[Name]> {
    this.#requests += 1;
    const request = this.#requests;
    const { promise, resolve } = Promise.withResolvers<HostAnswers[Name]>();
    this.#waiting.set(request, (value) => resolve(value as HostAnswers[Name]));
    this.#post({ ...message, request } as unknown as ToHost);
    return promise;
  }

  /** Lets the user choose, unless there is nothing to choose from. */
  async offer(title: string, choices: readonly Choice[]): Promise<void> {
    if (choices.length === 0) return;
    const item = await this.request({ type: 'pick', title, items: choices.map(({ label }) => label) });
    if (item !== undefined) choices[item]?.choose();
  }

  answer({ request, value }: PageMessage<'answer'>): void {
    this.#waiting.get(request)?.(value);
    this.#waiting.delete(request);
  }
}
