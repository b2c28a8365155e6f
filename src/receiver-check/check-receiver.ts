import type { Basis } from '../service/model/basis.ts';
import { t } from '../common/translate.ts';
import { isOfCertificate } from '../service/http/network-failures.ts';
import { verifyEvent } from '../service/webhooks/events.ts';
import { CheckStopped, type Finding, Receiver, type Received, type ReceiverOptions, SampleEvents } from './receiver.ts';
import { deliveryRules } from './rules/delivery-rules.ts';
import { outcomeOf, type ReceiverRule, type Severity } from './rules/rule.ts';
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

/** What a window tells the program to check, with the texts of its language. Its answers are results, or an error. */
export interface ReceiverTask {
  readonly url: string;
  readonly keys: ReceiverOptions['keys'];
  readonly texts: Readonly<Record<string, string>>;
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
      if (!(error instanceof CheckStopped)) throw error;
      const { finding, sent = rule.title(), message } = error;
      error.rule ??= rule.id;
      return error.rule === rule.id && finding
        ? [{ sent, ...finding }]
        : { undecided: t('Fix {0} first: {1}', error.rule, message) };
    });
    if (rule.id === 'signed-event') acceptsEvents = 'undecided' in outcome || outcome.length === 0;
    yield resultOf(rule, outcome);
  }
}

async function expectAnswer(receiver: Receiver, events: SampleEvents): Promise<void> {
  let first: Received;
  try {
    first = await receiver.deliver(verifyEvent(events.source(), 'challenge'), { signature: null });
  } catch (error) {
    // The first rule says so.
    if (error instanceof CheckStopped) return;
    throw error;
  }
  const { code, text } = first;
  if (code === undefined) return;
  const advice = isOfCertificate(code)
    ? t('Its certificate isn’t trusted. Set NODE_EXTRA_CA_CERTS to the file of its authority, then restart.')
    : code === 'ECONNREFUSED'
      ? t('Start it, then check again.')
      : t('Check the URL.');
  throw new ReceiverUnreachable(t('The receiver at {0} gave {1}. {2}', receiver.options.url.origin, text, advice));
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
