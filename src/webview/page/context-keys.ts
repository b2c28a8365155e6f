import type { Showing, ToHost } from '../../records/protocol/messages.ts';

/** Tells the host what is on screen, as far as commands depend on it, whenever that is something else. */
export class ToldShowing {
  readonly #send: (message: ToHost) => void;
  #told = '';

  constructor(send: (message: ToHost) => void) {
    this.#send = send;
  }

  tell(showing: Showing): void {
    const told = JSON.stringify(showing);
    if (told === this.#told) return;
    this.#told = told;
    this.#send({ type: 'showing', ...showing });
  }
}
