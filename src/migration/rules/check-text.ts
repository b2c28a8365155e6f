import { languageOf } from '../source/languages.ts';
import { SourceFile } from '../source/source-file.ts';
import { addresses } from './addresses.ts';
import { fieldNames } from './fields.ts';
import type { Finding, Surroundings } from './finding.ts';
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
export function checkText(path: string, text: string, surroundings: Surroundings): readonly Finding[] {
  const language = languageOf(path);
  if (language === undefined || !mayUseService(text)) return [];
  const file = new SourceFile(text, language);
  const found: Finding[] = [];
  for (const rule of rules) {
    for (const finding of rule(file, surroundings)) {
      if (!found.some((other) => overlap(finding, other) || isToldBy(other, finding, text))) found.push(finding);
    }
  }
  return found.sort((a, b) => a.start - b.start);
}

/** Code around refresh tokens goes line by line. */
function isToldBy(other: Finding, { kind, start }: Finding, text: string): boolean {
  if (kind !== 'refresh-token' || other.kind !== kind) return false;
  return !text.slice(Math.min(other.start, start), Math.max(other.start, start)).includes('\n');
}

function overlap(one: Finding, other: Finding): boolean {
  return one.start < other.end && other.start < one.end;
}
