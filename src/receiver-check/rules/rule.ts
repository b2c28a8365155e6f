import type { Rule } from '../../service/model/basis.ts';
import type { EventBody } from '../../service/webhooks/events.ts';
import { CheckStopped, type Delivery, type Finding, type Receiver, type SampleEvents } from '../receiver.ts';

/** `error`: events get lost, or an attacker gets in. `warning`: it works, and may not go on to. */
export type Severity = 'error' | 'warning';

/** What can't be determined: the receiver doesn't show it, or the check was not given what it needs. */
export interface Undecided {
  readonly undecided: string;
}

interface Case {
  /** What is sent. For people. */
  readonly sent: string;
  readonly event: EventBody | Buffer;
  readonly delivery?: Delivery;
}

type Run<Outcome> = (receiver: Receiver, events: SampleEvents) => Outcome | Promise<Outcome>;

/** What a receiver has to do: a row of the tables of rules. */
export interface ReceiverRule {
  readonly id: string;
  /** Default: error. */
  readonly severity?: Severity;
  /** What the service does, and where that is known from. */
  readonly source: Rule;
  readonly title: () => string;
  /** Whether it also applies to a receiver that accepts no events. */
  readonly isAlone?: true;
  /** Each case has to be accepted with 2xx. */
  readonly accepts?: Run<readonly Case[] | Undecided>;
  /** Each case has to be refused with 4xx. */
  readonly refuses?: Run<readonly Case[]>;
  /** What to do if a case is not answered like that. */
  readonly fix?: () => string;
  /** In place of cases. */
  readonly run?: Run<readonly Finding[] | Undecided>;
}

export async function outcomeOf(
  { run, accepts, refuses, fix }: ReceiverRule,
  receiver: Receiver,
  events: SampleEvents,
): Promise<readonly Finding[] | Undecided> {
  if (run) return run(receiver, events);
  const cases = (await (accepts ?? refuses)?.(receiver, events)) ?? [];
  if ('undecided' in cases) return cases;
  const found: Finding[] = [];
  for (const { sent, event, delivery } of cases) {
    const { answer, isAccepted, text } = await receiver.deliver(event, delivery).catch((error: unknown) => {
      if (error instanceof CheckStopped) error.sent ??= sent;
      throw error;
    });
    const isRight = accepts ? isAccepted : answer && answer.status >= 400 && answer.status < 500;
    if (!isRight) found.push({ sent, received: text, fix: fix?.() ?? '' });
  }
  return found;
}
