import { t } from '../../common/translate.ts';
import { systemClock } from '../../common/clock.ts';
import type { HostMessage } from '../messages/to-host.ts';
import type { FailureRemedy, FailureText } from '../messages/to-page.ts';
import { element, setText } from './dom.ts';

const labels = (): Readonly<Record<FailureRemedy, string>> => ({
  retry: t('Try Again'),
  reconnect: t('Connect Again'),
  'owner-page': t('Open Owner’s Page'),
  'edit-environment': t('Edit Environment'),
  'set-secret': t('Set Client Secret'),
  subscribe: t('Subscribe Vehicles'),
  'explain-version': t('See What Changes'),
});

/** Asks the host to do something about a failure: of one vehicle, or of all. */
export type RemedyMessage = HostMessage<'reload' | 'remedy'>;

/** Requests again what failed: one vehicle, or the days of the failed load, which need not be those on screen. */
export function retryMessage(vehicle?: number): RemedyMessage {
  return { type: 'reload', ...(vehicle === undefined ? { days: 'failed' } : { vehicle }) };
}

/** The single button under a failure. */
export function remedyButton(
  remedy: FailureRemedy,
  vehicle: number | undefined,
  send: (message: RemedyMessage) => void,
): HTMLButtonElement {
  const button = element('button', { type: 'button' });
  setText(button, labels()[remedy]);
  const message: RemedyMessage = { type: 'remedy', ...(vehicle !== undefined && { vehicle }) };
  button.addEventListener('click', () => send(remedy === 'retry' ? retryMessage(vehicle) : message));
  return button;
}

/**
 * Shows how long to wait until the service accepts requests again. Stops by itself when the time is over and then calls
 * `onEnd`.
 */
export class Countdown {
  readonly element: HTMLElement;
  readonly #timer: ReturnType<typeof setInterval>;
  #left: string | undefined;

  /** @param retryAt milliseconds since 1970 */
  constructor(tag: 'p' | 'span', retryAt: number, onEnd: () => void) {
    // Screen readers do not announce a timer every second, even inside an alert.
    this.element = element(tag, { class: 'wait', role: 'timer' });
    const tell = () => {
      const left = Math.max(0, Math.ceil((retryAt - systemClock.now()) / 1000));
      const clock = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
      this.#left = left > 0 ? clock : undefined;
      setText(this.element, t('Trying again in {0}', clock));
      if (left > 0) return;
      this.stop();
      onEnd();
    };
    this.#timer = setInterval(tell, 1000);
    tell();
  }

  /** What is left, as `0:42`; undefined once it is over. */
  get left(): string | undefined {
    return this.#left;
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}

/** When a failed request is repeated automatically; undefined if it is not, or if that time has passed. */
export function waitsUntil({ remedy, retryAt }: FailureText): number | undefined {
  return remedy === 'retry' && retryAt !== undefined && retryAt > systemClock.now() ? retryAt : undefined;
}
