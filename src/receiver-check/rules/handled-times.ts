import { t } from '../../common/translate.ts';
import { stateEvent } from '../../service/webhooks/events.ts';
import type { Received, Receiver } from '../receiver.ts';
import type { SampleEvents } from '../sample-events.ts';
import type { Undecided } from './rule.ts';

/** With it, a receiver says of each delivery whether it has handled the event: true or false. */
const handledHeader = 'event-handled';

/** How long a receiver may take to work off its queue. */
const [pauseMs, mostPauses] = [100, 100];

/** How often an event was handled: as the probe says, or the headers of the answers to its deliveries. */
export async function handledTimes(
  receiver: Receiver,
  events: SampleEvents,
  eventId: string,
  deliveries: readonly Received[],
): Promise<number | Undecided> {
  const { probe, scheduler, signal } = receiver.options;
  if (probe === undefined) {
    const said = deliveries.map(({ answer }) => answer?.headers[handledHeader]);
    if (said.every((value) => value === 'true' || value === 'false')) {
      return said.filter((value) => value === 'true').length;
    }
    return { undecided: t('Not seen: set a probe URL, or answer with the header Event-Handled: true or false.') };
  }
  // Once a later event is handled, so is this one, as often as it ever will be.
  const later = events.state();
  await receiver.deliver(stateEvent(later, receiver.forms));
  for (let pause = 0; pause < mostPauses; pause += 1) {
    const seen = await ask(probe, later.eventId, receiver);
    if (typeof seen !== 'number') return seen;
    if (seen > 0) return ask(probe, eventId, receiver);
    await scheduler.sleep(pauseMs, signal);
  }
  return {
    undecided: t('Not seen: the probe says of an accepted event that it was not handled within {0} seconds.', 10),
  };
}

async function ask(probe: string, eventId: string, { options }: Receiver): Promise<number | Undecided> {
  const { signal, deadline } = options;
  const answer = await fetch(probe.replaceAll('{eventId}', encodeURIComponent(eventId)), {
    signal: AbortSignal.any([deadline(), signal]),
    redirect: 'error',
  })
    .then(async (response) => (response.ok ? (await response.text()).trim() : `HTTP ${response.status}`))
    .catch((error: unknown) => {
      signal.throwIfAborted();
      return (error as Error).message;
    });
  if (/^\d{1,9}$/.test(answer)) return Number(answer);
  return { undecided: t('Not seen: the probe has to answer with a number, not with “{0}”.', answer.slice(0, 80)) };
}
