import { useEffect, useState } from 'preact/hooks';
import { now } from '../../common/clock.ts';
import { t } from '../../common/translate.ts';
import type { HostMessage } from '../messages/to-host.ts';
import type { FailureRemedy, FailureText } from '../messages/to-page.ts';

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

interface RemedyButtonProps {
  readonly remedy: FailureRemedy;
  /** Undefined: of all. */
  readonly vehicle?: number;
  readonly class?: string;
  /** Nothing is sent until the service accepts requests again. */
  readonly disabled: boolean;
  readonly send: (message: RemedyMessage) => void;
}

/** The single button under a failure. */
export function RemedyButton({ remedy, vehicle, send, ...look }: RemedyButtonProps) {
  const message: RemedyMessage = { type: 'remedy', ...(vehicle !== undefined && { vehicle }) };
  const act = () => send(remedy === 'retry' ? retryMessage(vehicle) : message);
  return (
    <button type="button" {...look} onClick={act}>
      {labels()[remedy]}
    </button>
  );
}

/** When a failed request is repeated automatically; undefined if it is not, or if that time has passed. */
export function waitsUntil({ remedy, retryAt }: FailureText): number | undefined {
  return remedy === 'retry' && retryAt !== undefined && retryAt > now() ? retryAt : undefined;
}

/** How long it is until then, as `0:42`. */
export function timeLeft(until: number): string {
  const left = Math.max(0, Math.ceil((until - now()) / 1000));
  return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
}

interface CountdownProps {
  /** Milliseconds since 1970. */
  readonly until: number;
  readonly onEnd: () => void;
}

/** Shows how long to wait until the service accepts requests again. Calls `onEnd` when the time is over. */
export function Countdown({ until, onEnd }: CountdownProps) {
  const [left, setLeft] = useState(timeLeft(until));
  useEffect(() => {
    const timer = setInterval(() => {
      setLeft(timeLeft(until));
      if (until > now()) return;
      clearInterval(timer);
      onEnd();
    }, 1000);
    return () => clearInterval(timer);
  }, [until]);
  // Screen readers do not announce a timer every second, even inside an alert.
  return (
    <span class="wait" role="timer">
      {t('Trying again in {0}', left)}
    </span>
  );
}
