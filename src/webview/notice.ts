import type { FailedMessage, ViewerStrings } from '../records/protocol.ts';
import { element, setText } from './dom.ts';
import { displayText, fill } from './text.ts';

/** What went wrong, what to do now, and the one button for it. */
export class Notice {
  readonly element = element('div', { class: 'notice', role: 'alert', hidden: '' });
  readonly #strings: ViewerStrings;
  readonly #onAction: (action: 'reload' | 'reconnect') => void;
  #countdown: ReturnType<typeof setInterval> | undefined;

  constructor(strings: ViewerStrings, onAction: (action: 'reload' | 'reconnect') => void) {
    this.#strings = strings;
    this.#onAction = onAction;
  }

  /** @param below what the records below it are, if there are any */
  show({ message, nextStep, requestId, action, retryAt }: FailedMessage, below: string): void {
    clearInterval(this.#countdown);
    const words = element(
      'div',
      { class: 'words' },
      element('p', { id: 'error-message', class: 'message' }, displayText(message)),
      element('p', { id: 'error-next-step' }, displayText(nextStep)),
    );
    if (below !== '') words.append(element('p', { id: 'error-below' }, below));
    if (requestId !== undefined) {
      const id = fill(this.#strings.requestId, displayText(requestId));
      words.append(element('p', { id: 'error-request', class: 'request' }, id));
    }
    if (action === 'reload' && retryAt !== undefined) this.#countDown(retryAt, words);
    this.element.replaceChildren(element('span', { class: 'sign', 'aria-hidden': 'true' }), words);
    if (action) this.element.append(this.#button(action));
    this.element.hidden = false;
  }

  hide(): void {
    clearInterval(this.#countdown);
    this.element.hidden = true;
    this.element.replaceChildren();
  }

  /** Says how long the service wants to be left alone, and asks again when that is over. */
  #countDown(retryAt: number, words: HTMLElement): void {
    const left = () => Math.ceil((retryAt - Date.now()) / 1000);
    if (left() <= 0) return;
    // A timer is not read aloud at each second, though the notice around it is an alert.
    const line = element('p', { id: 'error-wait', role: 'timer' });
    const tell = () => {
      const seconds = left();
      const clock = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
      setText(line, fill(this.#strings.tryingAgain, clock));
      if (seconds > 0) return;
      clearInterval(this.#countdown);
      this.#onAction('reload');
    };
    tell();
    words.append(line);
    this.#countdown = setInterval(tell, 1000);
  }

  #button(action: 'reload' | 'reconnect'): HTMLButtonElement {
    const button = element('button', { type: 'button', id: 'error-action' });
    setText(button, action === 'reconnect' ? this.#strings.reconnect : this.#strings.tryAgain);
    button.addEventListener('click', () => this.#onAction(action));
    return button;
  }
}

/** What stands in place of the records when the answer has none. */
export class EmptyPlace {
  readonly element: HTMLElement;
  readonly #strings: ViewerStrings;
  readonly #text = element('p');

  constructor(strings: ViewerStrings) {
    this.#strings = strings;
    this.element = element(
      'section',
      { class: 'empty', hidden: '' },
      element('h2', {}, strings.emptyTitle),
      this.#text,
      element('p', { class: 'explained' }, strings.rangeExplained),
    );
  }

  /** @param range the days that the answer is of */
  show(range: string): void {
    setText(this.#text, fill(this.#strings.emptyText, range));
  }
}
