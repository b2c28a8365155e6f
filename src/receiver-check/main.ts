import { readFileSync } from 'node:fs';
import { systemClock } from '../common/clock.ts';
import { requireNode } from '../common/package-version.ts';
import { systemScheduler } from '../common/scheduler.ts';
import { complain, endWithOutput, print, printJson } from '../common/text/terminal.ts';
import { isUuid } from '../common/text/uuid.ts';
import { explainSignature, isRight, originText, signingTokens } from '../service/webhooks/explain-signature.ts';
import { checkReceiver, type RuleResult } from './check-receiver.ts';
import { readCommandLine } from './command-line.ts';
import { junitReport } from './junit-report.ts';
import { ruleLines, totalLine } from './text-report.ts';
import { usage } from './usage.ts';

const program = 'vehicle-data-check-receiver';
requireNode(program, 2);
endWithOutput(program);

try {
  const options = readOptions();
  if (options?.explain) explain(options.explain);
  else if (options) await check(options);
  else print(usage.trimEnd().split('\n'));
} catch (error) {
  complain(program, (error as Error).message);
  process.exitCode = 2;
}

function readOptions() {
  try {
    return readCommandLine(process.argv.slice(2), process.env);
  } catch (error) {
    throw new Error(`${(error as Error).message}\n${program} --help lists the options.`, { cause: error });
  }
}

type Options = NonNullable<ReturnType<typeof readOptions>>;

function explain({ body, signature, keys }: NonNullable<Options['explain']>): void {
  const origin = explainSignature(readFileSync(body === '-' ? 0 : body), signature, keys);
  print([originText(origin)]);
  if (!origin || !isRight(origin)) process.exitCode = 1;
}

async function check({ format, failOn, ...options }: Extract<Options, { url: URL }>): Promise<void> {
  if (!signingTokens(options.keys).every(isUuid)) {
    complain(program, 'the token is no UUID: is it the Application Management Token?');
  }
  const isFailure = ({ outcome, severity }: RuleResult) =>
    outcome === 'failed' && (severity === 'error' || failOn === 'warning');
  const results: RuleResult[] = [];
  const running = checkReceiver({
    ...options,
    clock: systemClock,
    scheduler: systemScheduler,
    signal: new AbortController().signal,
  });
  for await (const result of running) {
    results.push(result);
    if (isFailure(result)) process.exitCode = 1;
    if (format === 'text') print(ruleLines(result));
  }
  if (format === 'text') print([totalLine(results)]);
  if (format === 'json') printJson({ url: options.url.href, passed: !results.some(isFailure), results }, 2);
  if (format === 'junit') print(junitReport(results, options.url.href, isFailure));
}
