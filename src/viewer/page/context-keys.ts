import type { HostMessage, ViewerContext } from '../messages/to-host.ts';

/** Sends the host the context keys for commands when one of them changes. */
export class ContextKeys {
  readonly #send: (message: HostMessage<'context'>) => void;
  #sent = '';

  constructor(send: (message: HostMessage<'context'>) => void) {
    this.#send = send;
  }

  update(context: ViewerContext): void {
    const sent = JSON.stringify(context);
    if (sent === this.#sent) return;
    this.#sent = sent;
    this.#send({ type: 'context', ...context });
  }
}
