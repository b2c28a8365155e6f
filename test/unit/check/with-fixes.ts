import type { Finding } from '../../../src/check/rules/finding.ts';

/** A text with all fixes of its findings made. */
export function withFixes(text: string, findings: readonly Finding[]): string {
  return findings.reduceRight(
    (done, { start, end, fix }) => (fix === undefined ? done : done.slice(0, start) + fix + done.slice(end)),
    text,
  );
}
