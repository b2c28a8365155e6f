import { languageOf } from '../source/languages.ts';
import { SourceFile } from '../source/source-file.ts';
import { addresses } from './addresses.ts';
import { fieldNames } from './fields.ts';
import type { Finding, ProjectContext } from './finding.ts';
import { ids } from './ids.ts';
import { mayUseService } from './mentions.ts';
import { paths } from './paths.ts';
import { sdkCalls } from './sdk.ts';
import { tokens } from './tokens.ts';
import { missingUserHeader } from './user-header.ts';
import { webhooks } from './webhooks.ts';

/** In order of weight: what an earlier one found, a later one doesn't tell again. */
const rules = [addresses, ids, missingUserHeader, paths, webhooks, sdkCalls, fieldNames, tokens];

/** The findings of one file, in its order. */
export function checkText(path: string, text: string, context: ProjectContext): readonly Finding[] {
  const language = languageOf(path);
  if (language === undefined || !mayUseService(text)) return [];
  const file = new SourceFile(text, language);
  const found: Finding[] = [];
  const taken = new Uint8Array(text.length);
  /** Code around refresh tokens goes line by line. */
  const lines = new Set<number>();
  for (const rule of rules) {
    for (const finding of rule(file, context)) {
      const { kind, start, end } = finding;
      if (taken.subarray(start, end).includes(1)) continue;
      if (kind === 'refresh-token') {
        const line = file.lineOf(start);
        if (lines.has(line)) continue;
        lines.add(line);
      }
      taken.fill(1, start, end);
      found.push(finding);
    }
  }
  return found.sort((a, b) => a.start - b.start);
}
