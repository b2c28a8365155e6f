import { t } from '../../common/translate.ts';
import type { HostMessage } from '../messages/to-host.ts';
import type { PageMessage } from '../messages/to-page.ts';
import { element, setText } from '../base/dom.ts';
import { Countdown, type RemedyMessage, remedyButton, retryMessage, waitsUntil } from '../base/remedy-button.ts';
import { displayText } from '../base/text.ts';

/** Shows what went wrong, what to do now, and a single button for it. */
export class Notice {
  readonly element = element('div', { class: 'notice', role: 'alert', hidden: '' });
  readonly #send: (message: RemedyMessage) => void;
  #countdown: Countdown | undefined;

  constructor(send: (message: RemedyMessage) => void) {
    this.#send = send;
  }

  /** @param below describes the records below it, if there are any */
  show(failed: PageMessage<'failed'>, below: string): void {
    const { message, nextStep, requestId, remedy, isCalm = false } = failed;
    this.#endWait();
    // Where nothing failed, there is no reason for an alert.
    this.element.setAttribute('role', isCalm ? 'status' : 'alert');
    this.element.classList.toggle('calm', isCalm);
    const line = [
      element('strong', { id: 'error-message', class: 'message' }, displayText(message)),
      element('span', { id: 'error-next-step' }, displayText(nextStep)),
      ...(below === '' ? [] : [element('span', { id: 'error-below' }, below)]),
    ];
    const words = element('div', { class: 'words' }, ...line.flatMap((part) => [part, ' ']));
    words.title = line.map((part) => part.textContent).join(' ');
    this.element.replaceChildren(element('span', { class: 'sign', 'aria-hidden': 'true' }), words);
    if (requestId !== undefined) {
      const id = t('Request ID: {0}', displayText(requestId));
      this.element.append(element('span', { id: 'error-request', class: 'request', title: id }, id));
    }
    const retryAt = waitsUntil(failed);
    if (retryAt !== undefined) {
      this.#countdown = new Countdown('span', retryAt, () => this.#send(retryMessage()));
      this.element.append(this.#countdown.element);
    }
    if (remedy) {
      const button = remedyButton(remedy, undefined, this.#send);
      // Nothing is sent until the service accepts requests again.
      button.disabled = retryAt !== undefined;
      this.element.append(button);
    }
    this.element.hidden = false;
  }

  /** How long the service has asked to wait, as text; undefined if it has not. */
  get wait(): string | undefined {
    return this.#countdown?.left;
  }

  hide(): void {
    this.#endWait();
    this.element.hidden = true;
    this.element.replaceChildren();
  }

  #endWait(): void {
    this.#countdown?.stop();
    this.#countdown = undefined;
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

export interface EmptyStateParts {
  /** Whether the records are those of requested days: those of a file are not. */
  readonly ofDays: boolean;
  readonly chooseRange: () => void;
  /** Whether a charge can be added. */
  readonly simulates: boolean;
  readonly send: (message: HostMessage<'simulateCharge'>) => void;
}

/** Shown in place of the records if there are none. */
export class EmptyState {
  readonly element: HTMLElement;
  readonly #text = element('p');

  constructor({ ofDays, chooseRange, simulates, send }: EmptyStateParts) {
    const button = (text: string, look: string, onClick: () => void) => {
      const made = element('button', { type: 'button', class: look }, text);
      made.addEventListener('click', onClick);
      return made;
    };
    const simulate = () => send({ type: 'simulateCharge' });
    this.element = element(
      'section',
      { class: 'empty', hidden: '' },
      element('h2', {}, t('No charge records')),
      ...(ofDays
        ? [
            this.#text,
            element(
              'p',
              { class: 'explained' },
              t(
                'Days are in UTC. Without dates, the last 30 days are shown. Version 2.0 then leaves out charges from before access was granted.',
              ),
            ),
            element(
              'div',
              { class: 'buttons' },
              button(t('Select Date Range…'), '', chooseRange),
              ...(simulates ? [button(t('Simulate Charge'), 'secondary', simulate)] : []),
            ),
          ]
        : []),
    );
  }

  /** @param range the days that were requested */
  show(range: string): void {
    setText(this.#text, t('{0}: no charges found.', range));
  }
}
