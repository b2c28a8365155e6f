import { checkReceiver, receiverRules, type RuleResult } from '../../../src/receiver-check/check-receiver.ts';
import { applicationKeys } from '../../../src/service/webhooks/explain-signature.ts';
import type { ReceiverOptions } from '../../../src/receiver-check/receiver.ts';
import { type ControlReceiver, controlReceiver, type Mistakes } from './control-receiver.ts';

export const token = 'f1b2c3d4-0000-4000-8000-00000000000a';
export const older = 'f1b2c3d4-0000-4000-8000-00000000000b';
export const applicationId = 'f1b2c3d4-0000-4000-8000-00000000000c';

/** Options with which no result depends on how long something takes. */
export function options(url: URL, change: Partial<ReceiverOptions> = {}): ReceiverOptions {
  let last = 0;
  const newId = () => `00000000-0000-4000-8000-${String((last += 1)).padStart(12, '0')}`;
  return {
    url,
    keys: applicationKeys([token, older], [['applicationId', applicationId]]),
    newId,
    clock: { now: () => Date.UTC(2026, 0, 2) },
    scheduler: { sleep: () => Promise.resolve(), every: () => ({ dispose: () => undefined }) },
    deadline: () => new AbortController().signal,
    fastMs: Infinity,
    signal: new AbortController().signal,
    ...change,
  };
}

/** The results for a receiver with mistakes. */
export async function resultsFor(
  mistakes: Mistakes,
  change: (receiver: ControlReceiver) => Partial<ReceiverOptions> = () => ({}),
): Promise<readonly RuleResult[]> {
  const receiver = await controlReceiver([token, older], mistakes);
  try {
    return await resultsOf(options(receiver.url, change(receiver)));
  } finally {
    await receiver.close();
  }
}

/** Of the check that runs. */
export let runningRule: string | undefined;

export async function resultsOf(options: ReceiverOptions): Promise<readonly RuleResult[]> {
  const results: RuleResult[] = [];
  runningRule = receiverRules[0]?.id;
  for await (const result of checkReceiver(options)) {
    results.push(result);
    runningRule = receiverRules[results.length]?.id;
  }
  return results;
}

export const withOutcome = (results: readonly RuleResult[], outcome: RuleResult['outcome']) =>
  results.filter((result) => result.outcome === outcome).map(({ rule }) => rule);
