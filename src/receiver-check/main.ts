import { readAtMost } from '../common/files/read-at-most.ts';
import { requireNode } from '../common/package-version.ts';
import { complain, endWithOutput, print, printJson } from '../common/text/terminal.ts';
import { english, setTranslator } from '../common/translate.ts';
import { proxyVariables } from '../service/model/network-route.ts';
import { isUuid } from '../common/random-secret.ts';
import { explainSignature, isRight, originText, signingTokens } from '../service/webhooks/explain-signature.ts';
import { checkReceiver, type ReceiverTask, type RuleResult } from './check-receiver.ts';
import { readCommandLine } from './command-line.ts';
import { junitReport, ruleLines, totalLine } from './reports.ts';

const program = 'vehicle-data-check-receiver';

/** Events have at most 50 KB (public). */
const mostBytes = 16 << 20;

/** What `--help` prints. */
const usage = `Usage: vehicle-data-check-receiver --url URL [options]
       vehicle-data-check-receiver --explain FILE --signature TEXT [options]

Checks a program that receives webhooks: sends it what the service sends, signed, and what it never would, and says what
is right, what isn't, and how to fix it. It never prompts. Run it against a receiver that may take test events.

Options
  --url URL            Address of the receiver, for example http://localhost:3000/hook
  --token TOKEN        The application's management token, as the receiver has it (default: the variable
                       SMARTCAR_MANAGEMENT_TOKEN). To check a rotation, the new and the older one: NEW,OLDER
  --other-id ID        Another ID of the application that may have been taken for the token; may be repeated
  --probe URL          Address that answers with how often an event was handled, as a number; {eventId} in it
                       stands for the event's ID. Without it, the header Event-Handled of answers: true or false
  --remote             The receiver may be on another machine
  --format FORMAT      text (default), json or junit
  --fail-on SEVERITY   Exit with 1 if a rule of this severity or a worse one fails: error (default) or warning
  --explain FILE       Instead of a check: says how the signature of the body in FILE came about, with which key or by
                       which mistake; - reads the standard input. Nothing is sent
  --signature TEXT     The signature to explain, as it was received
  -h, --help           Show this help

Takes a few seconds, and stops after two minutes if the receiver answers slowly, or after three answers that are too late.
Exit codes: 0 passed, or the signature is right, 1 failed, 2 could not check
`;

requireNode(program);
endWithOutput(program);

const route = { variables: proxyVariables(process.env) };
const { signal } = new AbortController();

// A window has started this process.
if (process.send && process.argv.length === 2) process.once('message', (task) => void checkFor(task as ReceiverTask));
else await run();

async function checkFor({ url, keys, texts }: ReceiverTask): Promise<void> {
  setTranslator((message, ...args) => english(texts[message] ?? message, ...args));
  try {
    for await (const result of checkReceiver({ url: new URL(url), keys, route, signal })) process.send?.(result);
  } catch (error) {
    process.send?.({ error: (error as Error).message });
  }
}

async function run(): Promise<void> {
  try {
    const options = readOptions();
    if (options?.explain) explain(options.explain);
    else if (options) await check(options);
    else print(usage.trimEnd().split('\n'));
  } catch (error) {
    complain(program, (error as Error).message);
    process.exitCode = 2;
  }
}

function readOptions() {
  try {
    return readCommandLine(process.argv.slice(2), process.env);
  } catch (error) {
    complain(program, (error as Error).message, `${program} --help lists the options.`);
    process.exit(2);
  }
}

type Options = NonNullable<ReturnType<typeof readOptions>>;

function explain({ body, signature, keys }: NonNullable<Options['explain']>): void {
  const origin = explainSignature(readAtMost(body === '-' ? 0 : body, mostBytes), signature, keys);
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
  const running = checkReceiver({ ...options, route, signal });
  for await (const result of running) {
    results.push(result);
    if (isFailure(result)) process.exitCode = 1;
    if (format === 'text') print(ruleLines(result));
  }
  if (format === 'text') print([totalLine(results)]);
  // A query may hold the receiver's token, and a report is kept by a build server.
  const url = `${options.url.origin}${options.url.pathname}${options.url.search && '?…'}`;
  if (format === 'json') printJson({ url, passed: !results.some(isFailure), results }, 2);
  if (format === 'junit') print(junitReport(results, url, isFailure));
}
