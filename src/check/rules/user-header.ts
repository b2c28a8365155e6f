import { userHeader } from '../../service/field-mapping/field-mappings.ts';
import type { SourceFile } from '../source/source-file.ts';
import type { Finding } from './finding.ts';

/** Finds requests for signals and commands of version 3 that do not name the owner. */
export function missingUserHeader(file: SourceFile): Finding[] {
  const isVersion3 = file.has(/vehicle\.api\.smartcar\.com/);
  const sends = file.has(/\bauthorization\b|\bbearer\b/i);
  if (!isVersion3 || !sends || file.has(new RegExp(userHeader, 'i'))) return [];
  const needs = /\/vehicles\/[^\s'"`]{0,200}(?:['"`]\s*[+.]\s*[^'"`\n]{1,200}['"`])?\/(?:signals|commands)\b[^\s'"`]*/g;
  return [...file.matches(needs, 'string')].map(({ index, 0: whole }) => ({
    kind: 'missing-user-header',
    start: index,
    end: index + whole.length,
    instead: userHeader,
  }));
}
