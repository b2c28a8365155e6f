import { escapeHtml, plainText } from '../common/text/plain-text.ts';
import type { RuleResult } from './check-receiver.ts';

const marks = { passed: 'ok', failed: 'FAILED', undecided: '–' } as const;

/** The lines about one rule, as soon as it is decided. */
export function ruleLines({ rule, title, severity, basis, because, source, ...result }: RuleResult): readonly string[] {
  const { outcome, reason, findings } = result;
  const mark = outcome === 'failed' && severity === 'warning' ? 'warning' : marks[outcome];
  const first = `${mark.padEnd(8)}${rule.padEnd(20)}${title}`;
  if (outcome === 'undecided') return [first, `        ${reason}`];
  if (outcome === 'passed') return [first];
  const why = `        ${because} (${source === '' ? basis : `${basis}: ${source}`}).`;
  return [
    first,
    why,
    ...findings.flatMap(({ sent, received, fix }, index) => [
      `        Sent:     ${sent}`,
      `        Received: ${received}`,
      // The advice is the same for most of a rule's findings.
      ...(findings[index + 1]?.fix === fix ? [] : [`        To fix:   ${fix}`]),
    ]),
  ];
}

export function totalLine(results: readonly RuleResult[]): string {
  const count = (matches: (result: RuleResult) => boolean) => results.filter(matches).length;
  const failed = (severity: string) => count((each) => each.outcome === 'failed' && each.severity === severity);
  const [errors, warnings] = [failed('error'), failed('warning')];
  const undecided = count(({ outcome }) => outcome === 'undecided');
  const passed = count(({ outcome }) => outcome === 'passed');
  return [
    `${passed} passed`,
    `${errors} failed`,
    ...(warnings > 0 ? [warnings === 1 ? '1 warning' : `${warnings} warnings`] : []),
    ...(undecided > 0 ? [`${undecided} not seen or not checked`] : []),
  ].join(', ');
}

/**
 * JUnit's XML, as build servers read it: a test case for each rule. What counts as a failure is up to `isFailure`; other
 * findings are output of their test case.
 */
export function junitReport(
  results: readonly RuleResult[],
  url: string,
  isFailure: (result: RuleResult) => boolean,
): readonly string[] {
  const failures = results.filter(isFailure).length;
  const skipped = results.filter(({ outcome }) => outcome === 'undecided').length;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="vehicle-data-check-receiver" tests="${results.length}" failures="${failures}">`,
    `  <testsuite ${attributes({ name: url, tests: results.length, failures, errors: 0, skipped })}>`,
    ...results.flatMap((result) => testCase(result, isFailure(result))),
    '  </testsuite>',
    '</testsuites>',
  ];
}

function testCase(result: RuleResult, isFailure: boolean): readonly string[] {
  const { rule, title, severity, outcome, reason, findings } = result;
  const open = `    <testcase ${attributes({ classname: 'receiver', name: `${rule}: ${title}` })}`;
  if (outcome === 'passed') return [`${open}/>`];
  const details = ruleLines(result)
    .slice(1)
    .map((line) => escapeHtml(plainText(line, Infinity)));
  const wrapped = (tag: string, of: Readonly<Record<string, string>>) => [
    `${open}>`,
    `      <${[tag, attributes(of)].join(' ').trim()}>`,
    ...details,
    `      </${tag}>`,
    '    </testcase>',
  ];
  if (outcome === 'undecided')
    return [`${open}>`, `      <skipped ${attributes({ message: reason ?? '' })}/>`, '    </testcase>'];
  if (!isFailure) return wrapped('system-out', {});
  return wrapped('failure', { type: severity, message: findings[0]?.received ?? '' });
}

function attributes(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}="${escapeHtml(plainText(String(value), Infinity))}"`)
    .join(' ');
}
