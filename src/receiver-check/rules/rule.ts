import type { Rule } from '../../service/model/basis.ts';
import type { EventBody } from '../../service/webhooks/events.ts';
import type { Delivery, Received, Receiver } from '../receiver.ts';
import type { SampleEvents } from '../sample-events.ts';

/** `error`: events get lost, or an attacker gets in. `warning`: it works, and may not go on to. */
export type Severity = 'error' | 'warning';

/** A mistake of the receiver. For people. */
export interface Finding {
  readonly sent: string;
  readonly received: string;
  readonly fix: string;
}

/** What can't be determined: the receiver doesn't show it, or the check was not given what it needs. */
export interface Undecided {
  readonly undecided: string;
}

export interface ReceiverRule {
  readonly id: string;
  readonly severity: Severity;
  /** What the service does, and where that is known from. */
  readonly source: Rule;
  /** What the receiver has to do. */
  readonly title: () => string;
  /** Whether it says something only about a receiver that accepts events. */
  readonly needsEvents?: true;
  readonly run: (receiver: Receiver, events: SampleEvents) => Promise<readonly Finding[] | Undecided>;
}

export interface Case {
  /** What is sent. For people. */
  readonly sent: string;
  readonly event: EventBody | Buffer;
  readonly delivery?: Delivery;
}

/** Each case has to be accepted with 2xx. */
export async function accepts(receiver: Receiver, cases: readonly Case[], fix: string): Promise<readonly Finding[]> {
  return findings(receiver, cases, fix, ({ isAccepted }) => isAccepted);
}

/** Each case has to be refused with 4xx. */
export async function refuses(receiver: Receiver, cases: readonly Case[], fix: string): Promise<readonly Finding[]> {
  return findings(receiver, cases, fix, ({ answer }) => answer && answer.status >= 400 && answer.status < 500);
}

async function findings(
  receiver: Receiver,
  cases: readonly Case[],
  fix: string,
  isRight: (received: Received) => boolean | undefined,
): Promise<readonly Finding[]> {
  const found: Finding[] = [];
  for (const { sent, event, delivery } of cases) {
    const received = await receiver.deliver(event, delivery);
    if (!isRight(received)) found.push({ sent, received: received.text, fix });
  }
  return found;
}
