import type { Basis } from '../service/model/basis.ts';
import { t } from '../common/translate.ts';
import { verifyEvent } from '../service/webhooks/events.ts';
import { Receiver, ReceiverTooLate, type ReceiverOptions, SampleEvents } from './receiver.ts';
import { deliveryRules } from './rules/delivery-rules.ts';
import { type Finding, outcomeOf, type ReceiverRule, type Severity } from './rules/rule.ts';
import { shapeRules } from './rules/shape-rules.ts';
import { signatureRules } from './rules/signature-rules.ts';
import { verifyRules } from './rules/verify-rules.ts';

/** In the order in which they run. */
export const receiverRules: readonly ReceiverRule[] = [
  ...verifyRules,
  ...signatureRules,
  ...shapeRules,
  ...deliveryRules,
];

/** What became of a rule. */
export interface RuleResult {
  readonly rule: string;
  readonly title: string;
  readonly severity: Severity;
  readonly basis: Basis;
  /** What the service does that makes it a rule, and where that is documented. */
  readonly because: string;
  readonly source: string;
  /** `undecided`: it can't be determined, for the reason given. */
  readonly outcome: 'passed' | 'failed' | 'undecided';
  readonly reason?: string;
  readonly findings: readonly Finding[];
}

/** Nothing answers at the receiver's address, so there is nothing to check. */
export class ReceiverUnreachable extends Error {
  override readonly name = 'ReceiverUnreachable';
}

/**
 * Sends a receiver what the service sends, and what it never would, and judges its answers rule by rule.
 *
 * @throws ReceiverUnreachable, or the reason of `options.signal` if that aborts
 */
export async function* checkReceiver(options: ReceiverOptions): AsyncGenerator<RuleResult, void> {
  const receiver = new Receiver(options);
  const events = new SampleEvents(receiver.options);
  await expectAnswer(receiver, events);
  let acceptsEvents = true;
  for (const rule of receiverRules) {
    if (!rule.isAlone && !acceptsEvents) {
      yield resultOf(rule, { undecided: t('Fix {0} first: the receiver accepts no event.', 'signed-event') });
      continue;
    }
    const outcome = await outcomeOf(rule, receiver, events).catch((error: unknown) => {
      if (error instanceof ReceiverTooLate) return { undecided: t('Fix {0} first: answers come too late.', 'in-time') };
      throw error;
    });
    if (rule.id === 'signed-event') acceptsEvents = !('undecided' in outcome) && outcome.length === 0;
    yield resultOf(rule, outcome);
  }
}

async function expectAnswer(receiver: Receiver, events: SampleEvents): Promise<void> {
  const { answer, text } = await receiver.deliver(verifyEvent(events.source(), 'challenge'), { signature: null });
  if (answer || receiver.lateAnswers > 0) return;
  const { origin } = receiver.options.url;
  throw new ReceiverUnreachable(t('The receiver at {0} gave {1}. Start it, then check again.', origin, text));
}

type Outcome = Awaited<ReturnType<typeof outcomeOf>>;

function resultOf({ id, title, severity = 'error', source }: ReceiverRule, outcome: Outcome): RuleResult {
  const about = {
    rule: id,
    title: title(),
    severity,
    basis: source.basis,
    because: source.title,
    source: source.section,
  };
  if ('undecided' in outcome) return { ...about, outcome: 'undecided', reason: outcome.undecided, findings: [] };
  return { ...about, outcome: outcome.length === 0 ? 'passed' : 'failed', findings: outcome };
}
