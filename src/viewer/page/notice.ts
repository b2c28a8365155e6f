import type { PageMessage } from '../messages/to-page.ts';
import type { ViewerStrings } from '../messages/viewer-strings.ts';
import { element, setText } from '../base/dom.ts';
import { Countdown, type RemedyMessage, remedyButton, retryMessage, waitsUntil } from '../base/remedy-button.ts';
import { displayText, fill } from '../base/text.ts';

/** Shows what went wrong, what to do now, and a single button for it. */
export class Notice {
  readonly element = element('div', { class: 'notice', role: 'alert', hidden: '' });
  readonly #strings: ViewerStrings;
  readonly #send: (message: RemedyMessage) => void;
  #countdown: Countdown | undefined;

  constructor(strings: ViewerStrings, send: (message: RemedyMessage) => void) {
    this.#strings = strings;
    this.#send = send;
  }

  /** @param below describes the records below it, if there are any */
  show(failed: PageMessage<'failed'>, below: string): void {
    const { message, nextStep, requestId, remedy, isCalm = false } = failed;
    this.#countdown?.stop();
    // Where nothing failed, there is no reason for an alert.
    this.element.setAttribute('role', isCalm ? 'status' : 'alert');
    this.element.classList.toggle('calm', isCalm);
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
    const retryAt = waitsUntil(failed);
    if (retryAt !== undefined) {
      this.#countdown = new Countdown(this.#strings, 'p', retryAt, () => this.#send(retryMessage()));
      words.append(this.#countdown.element);
    }
    this.element.replaceChildren(element('span', { class: 'sign', 'aria-hidden': 'true' }), words);
    if (remedy) {
      const button = remedyButton(this.#strings, remedy, undefined, this.#send);
      // Nothing is sent until the service accepts requests again.
      button.disabled = retryAt !== undefined;
      this.element.append(button);
    }
    this.element.hidden = false;
  }

  hide(): void {
    this.#countdown?.stop();
    this.element.hidden = true;
    this.element.replaceChildren();
  }
}

/** Shows how a file was interpreted, and what could not be read. */
export class FileNotes {
  readonly element = element('p', { id: 'file-notes', class: 'file-notes', role: 'note', hidden: '' });

  show(notes: readonly string[] = []): void {
    setText(this.element, displayText(notes.join(' ')));
    this.element.hidden = notes.length === 0;
  }
}

/** Shown in place of the records if there are none. */
export class EmptyState {
  readonly element: HTMLElement;
  readonly #strings: ViewerStrings;
  readonly #text = element('p');

  /** @param ofDays whether the records are those of requested days: those of a file are not */
  constructor(strings: ViewerStrings, ofDays: boolean) {
    this.#strings = strings;
    this.element = element(
      'section',
      { class: 'empty', hidden: '' },
      element('h2', {}, strings.emptyTitle),
      ...(ofDays ? [this.#text, element('p', { class: 'explained' }, strings.rangeExplained)] : []),
    );
  }

  /** @param range the days that were requested */
  show(range: string): void {
    setText(this.#text, fill(this.#strings.emptyText, range));
  }
}
