import type { ToHost } from '../../records/protocol/messages.ts';

/** One of several things that a command can do. */
export interface Choice {
  readonly label: string;
  readonly choose: () => void;
}

/** Has the user choose in VS Code's own list, for commands that need to know more than the page has on screen. */
export class Picks {
  readonly #send: (message: ToHost) => void;
  #asked = 0;
  #choices: readonly Choice[] = [];

  constructor(send: (message: ToHost) => void) {
    this.#send = send;
  }

  /** Offers choices, unless there are none. A later offer takes the place of an earlier one. */
  offer(title: string, choices: readonly Choice[]): void {
    if (choices.length === 0) return;
    this.#asked += 1;
    this.#choices = choices;
    this.#send({ type: 'pick', pick: this.#asked, title, items: choices.map(({ label }) => label) });
  }

  /** To be called with what was chosen. */
  picked(pick: number, item: number): void {
    if (pick === this.#asked) this.#choices[item]?.choose();
  }
}
