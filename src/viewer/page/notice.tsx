import { useMemo } from 'preact/hooks';
import { now } from '../../common/clock.ts';
import { t } from '../../common/translate.ts';
import { Countdown, type RemedyMessage, RemedyButton, retryMessage, waitsUntil } from '../base/remedy.tsx';
import { displayText } from '../base/text.ts';
import { rangeExplained, rangeText } from '../header/date-range.ts';
import type { LoadState } from '../header/load-state.ts';
import type { HostMessage } from '../messages/to-host.ts';

interface NoticeProps {
  readonly load: LoadState;
  readonly send: (message: RemedyMessage) => void;
}

/** Shows what went wrong, what to do now, and a single button for it. */
export function Notice({ load, send }: NoticeProps) {
  const { failed, below } = load.failure.value ?? {};
  // Where nothing failed, there is no reason for an alert.
  const isCalm = failed?.isCalm === true;
  return (
    <div class={`notice${isCalm ? ' calm' : ''}`} role={isCalm ? 'status' : 'alert'} hidden={!failed}>
      {failed && <Failure failed={failed} below={below ?? ''} send={send} />}
    </div>
  );
}

type FailureProps = NonNullable<LoadState['failure']['value']> & Pick<NoticeProps, 'send'>;

function Failure({ failed, below, send }: FailureProps) {
  const { requestId, remedy } = failed;
  const [message, nextStep] = [displayText(failed.message), displayText(failed.nextStep)];
  const id = requestId === undefined ? '' : t('Request ID: {0}', displayText(requestId));
  // Its countdown asks when the time is over, also where a computer slept until after that.
  const until = useMemo(() => waitsUntil(failed), [failed]);
  return (
    <>
      <span class="sign" aria-hidden="true" />
      <div class="words" title={[message, nextStep, below].filter(Boolean).join(' ')}>
        <strong id="error-message" class="message">
          {message}
        </strong>{' '}
        <span id="error-next-step">{nextStep}</span> {below && [<span id="error-below">{below}</span>, ' ']}
      </div>
      {id && (
        <span id="error-request" class="request" title={id}>
          {id}
        </span>
      )}
      {until !== undefined && <Countdown until={until} onEnd={() => send(retryMessage())} />}
      {remedy && <RemedyButton remedy={remedy} disabled={until !== undefined} send={send} />}
    </>
  );
}

interface EmptyStateProps {
  readonly load: LoadState;
  readonly language: string;
  /** Whether the records are those of requested days: those of a file are not. */
  readonly ofDays: boolean;
  readonly chooseRange: () => void;
  /** Whether a charge can be added. */
  readonly simulates: boolean;
  readonly send: (message: HostMessage<'simulateCharge'>) => void;
}

/** Shown in place of the records if there are none. */
export function EmptyState({ load, language, ofDays, chooseRange, simulates, send }: EmptyStateProps) {
  return (
    <section class="empty" hidden={load.phase.value !== 'empty'}>
      <h2>{t('No charge records')}</h2>
      {ofDays && (
        <>
          <p>{t('{0}: no charges found.', rangeText(load.range.value, now(), language))}</p>
          <p class="explained">{rangeExplained()}</p>
          <div class="buttons">
            <button type="button" onClick={chooseRange}>
              {t('Select Date Range…')}
            </button>
            {simulates && (
              <button type="button" class="secondary" onClick={() => send({ type: 'simulateCharge' })}>
                {t('Simulate Charge')}
              </button>
            )}
          </div>
        </>
      )}
    </section>
  );
}
