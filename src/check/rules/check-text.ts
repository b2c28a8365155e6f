import { groupBy } from '../../common/missing-in-node-20.ts';
import { languageOf, type Language } from '../source/languages.ts';
import { notebookCode } from '../source/notebook.ts';
import { SourceFile } from '../source/source-file.ts';
import { addresses } from './addresses.ts';
import { fieldNames } from './fields.ts';
import { type Finding, type ProjectContext, severities } from './finding.ts';
import { ids } from './ids.ts';
import { mayUseService } from './mentions.ts';
import { paths } from './paths.ts';
import { sdkCalls } from './sdk.ts';
import { tokens } from './tokens.ts';
import { missingUserHeader } from './user-header.ts';
import { webhooks, webhookUse } from './webhooks.ts';
import { wrappedAnswers } from './wrapped-answers.ts';

/** In order of priority: a later rule does not report what an earlier one has found. */
export const rules = [
  addresses,
  ids,
  missingUserHeader,
  paths,
  wrappedAnswers,
  webhooks,
  sdkCalls,
  fieldNames,
  tokens,
  webhookUse,
];

/** The findings in one file, in order. */
export function checkText(path: string, text: string, context: ProjectContext): readonly Finding[] {
  const language = languageOf(path);
  const isImporting = (context.imported?.size ?? 0) > 0;
  if (language === undefined || (!isImporting && !mayUseService(text))) return [];
  return language === 'notebook' ? inNotebook(text, context) : found(text, language, context);
}

function found(text: string, language: Language, context: ProjectContext): readonly Finding[] {
  const file = new SourceFile(text, language);
  const findings: Finding[] = [];
  const taken = new Uint8Array(text.length);
  for (const rule of rules) {
    for (const finding of rule(file, context)) {
      const { start, end } = finding;
      if (taken.subarray(start, end).includes(1)) continue;
      taken.fill(1, start, end);
      findings.push(finding);
    }
  }
  return oneInfoOfAKind(findings.sort((a, b) => a.start - b.start));
}

/** Infos of one kind are reported only once for each file. */
function oneInfoOfAKind(findings: readonly Finding[]): Finding[] {
  const byKind = groupBy(findings, ({ kind }) => kind);
  return findings.flatMap((finding) => {
    const alike = byKind.get(finding.kind) ?? [];
    if (severities[finding.kind] !== 'info' || alike.length === 1) return [finding];
    return finding === alike[0] ? [{ ...finding, more: alike.length - 1 }] : [];
  });
}

/** A notebook is a JSON file with code in its strings. */
function inNotebook(text: string, context: ProjectContext): readonly Finding[] {
  const notebook = notebookCode(text);
  if (!notebook) return found(text, 'json', context);
  const { code, language, place } = notebook;
  const known = languageOf(`cell.${language === 'python' ? 'py' : language === 'javascript' ? 'js' : language}`);
  return found(code, known ?? 'text', context).map(({ fix, ...finding }) => ({
    ...finding,
    ...place(finding.start, finding.end),
    fix: fix === undefined ? undefined : JSON.stringify(fix).slice(1, -1),
  }));
}
