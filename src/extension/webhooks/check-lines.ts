import { escapeMarkdown, markdownCode, markdownFold, plainText } from '../../common/text/plain-text.ts';
import { t } from '../../common/translate.ts';
import type { RuleResult } from '../../receiver-check/check-receiver.ts';
import type { WebhookLine } from './webhook-lines.ts';

/** A check of a receiver, as far as it has come. */
export interface ReceiverCheck {
  readonly url: string;
  readonly results: readonly RuleResult[];
  readonly isRunning: boolean;
}

/** The check with a line for each rule, those that failed first. It opens the report. */
export function checkLine({ url, results, isRunning }: ReceiverCheck): WebhookLine {
  const label = t('Receiver Check');
  const counts = checkCounts(results);
  const total = counts.join(', ');
  const failed = results.some(({ outcome, severity }) => outcome === 'failed' && severity === 'error');
  return {
    id: 'check',
    label,
    // Of the counts, a narrow view has room for the one that decides.
    description: isRunning ? t('running') : (counts[failed ? 1 : 0] ?? ''),
    ...(!isRunning && { spoken: `${label}, ${total}` }),
    icon: isRunning ? 'loading~spin' : failed ? 'error' : 'pass',
    outcome: isRunning ? undefined : failed ? 'failed' : 'ok',
    tokens: ['check'],
    tooltip: [label, url, total],
    children: inOrder(results).map(ruleLine),
    opens: 'vehicleData.request.open',
  };
}

function inOrder(results: readonly RuleResult[]): readonly RuleResult[] {
  const order = ['error', 'warning', 'undecided', 'passed'];
  const rank = ({ outcome, severity }: RuleResult) => order.indexOf(outcome === 'failed' ? severity : outcome);
  return results.toSorted((a, b) => rank(a) - rank(b));
}

/** The check as Markdown: what failed, with what was sent, what came and the fix; then the rest, folded. */
export function checkReport({ url, results }: ReceiverCheck): string {
  const ordered = inOrder(results);
  const others = ordered.filter(({ outcome }) => outcome !== 'failed');
  const line = ({ title, reason, ...result }: RuleResult) =>
    `- ${escapeMarkdown([`${title} (${lookOf(result).spoken()})`, ...(reason === undefined ? [] : [reason])].join(': '))}`;
  return [
    `# ${t('Receiver Check')}: ${checkCounts(results).join(', ')}`,
    markdownCode(url),
    ...ordered.filter(({ outcome }) => outcome === 'failed').flatMap(failureReport),
    markdownFold(t('Other rules: {0}', others.length), others.map(line).join('\n')),
    '',
  ].join('\n\n');
}

function failureReport(result: RuleResult): readonly string[] {
  const { title, findings } = result;
  return [
    `## ${escapeMarkdown(`${title} (${lookOf(result).spoken()})`)}`,
    escapeMarkdown(reasonOf(result)),
    findings
      .flatMap(({ sent, received, fix }, index) => [
        [t('Sent'), sent],
        [t('Received'), received],
        // The advice is the same for most of a rule's findings.
        ...(findings[index + 1]?.fix === fix ? [] : [[t('To fix'), fix]]),
      ])
      .map(([what = '', text = '']) => `- **${what}:** ${escapeMarkdown(plainText(text, 2000))}`)
      .join('\n'),
  ];
}

/** The rule in its own words, and where they come from. */
function reasonOf({ because, basis, source }: RuleResult): string {
  return `${t('“{0}”', because)} (${[basis, source].filter((part) => part !== '').join(': ')})`;
}

/** `28 passed`, `1 failed`, `1 not seen` */
function checkCounts(results: readonly RuleResult[]): readonly string[] {
  const count = (matches: (result: RuleResult) => boolean) => results.filter(matches).length;
  const failed = (wanted: string) => count(({ outcome, severity }) => outcome === 'failed' && severity === wanted);
  const [warnings, undecided] = [failed('warning'), count(({ outcome }) => outcome === 'undecided')];
  return [
    t(
      '{0} passed',
      count(({ outcome }) => outcome === 'passed'),
    ),
    t('{0} failed', failed('error')),
    ...(warnings === 0 ? [] : [t('warnings: {0}', warnings)]),
    ...(undecided === 0 ? [] : [t('{0} not seen', undecided)]),
  ];
}

function ruleLine(result: RuleResult): WebhookLine {
  const { rule, title, outcome, reason, findings } = result;
  const look = lookOf(result);
  const advice = reason ?? (outcome === 'failed' ? (findings[0]?.fix ?? '') : '');
  return {
    id: `check-${rule}`,
    label: title,
    description: '',
    icon: look.icon,
    outcome: look.outcome,
    tokens: ['rule'],
    spoken: [title, look.spoken(), advice].filter((part) => part !== '').join(', '),
    tooltip: [title, `${rule} · ${look.spoken()}`, reasonOf(result), ...(advice === '' ? [] : [advice])],
  };
}

function lookOf({ outcome, severity }: Pick<RuleResult, 'outcome' | 'severity'>) {
  return looks[outcome === 'failed' ? severity : outcome];
}

const looks = {
  passed: { icon: 'pass', outcome: 'ok', spoken: () => t('passed') },
  undecided: { icon: 'question', outcome: undefined, spoken: () => t('not seen') },
  error: { icon: 'error', outcome: 'failed', spoken: () => t('failed') },
  warning: { icon: 'warning', outcome: 'refused', spoken: () => t('warning') },
} as const;
