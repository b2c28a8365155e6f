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
