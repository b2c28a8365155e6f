import type { SourceFile } from '../source/source-file.ts';
import type { Finding } from './finding.ts';
import { serviceName } from './mentions.ts';

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const newId = String.raw`client_[0-9A-Za-z]{8,}`;
const assigned = String.raw`['"]?\s*(?:=>|[:=,])\s*['"\`]?`;

/**
 * Finds IDs of an application that are used in place of another one of its three IDs, where the ID itself is in the
 * file.
 */
export function ids(file: SourceFile): Finding[] {
  if (!file.has(serviceName)) return [];
  const wrong: (readonly [RegExp, string])[] = [
    // Connect expects the application ID; with `client_…` it shows an error in the browser.
    [
      new RegExp(String.raw`connect\.smartcar\.com[^\s'"\`]{0,400}[?&](?:client_id|application_id)=${newId}`, 'g'),
      'application_id',
    ],
    [new RegExp(String.raw`(?<![a-z])application_?id${assigned}${newId}`, 'gi'), 'application_id'],
    [new RegExp(String.raw`\bSMARTCAR_(?:V3_|API_)CLIENT_ID${assigned}${uuid}`, 'gi'), 'client_…'],
  ];
  // The token endpoint of version 3 expects the API client ID.
  if (file.has(/iam\.smartcar\.com/) && !file.has(/connect\.smartcar\.com|auth\.smartcar\.com/)) {
    wrong.push([new RegExp(String.raw`\bclient_?id${assigned}${uuid}`, 'gi'), 'client_…']);
  }
  if (file.has(/\bAuthClient\b/, 'code')) {
    wrong.push([new RegExp(String.raw`\bclient_?id${assigned}${newId}`, 'gi'), 'application_id']);
  }
  return wrong.flatMap(([pattern, instead]) =>
    [...file.matches(pattern)].map(({ index, 0: whole }): Finding => ({
      kind: 'wrong-id',
      start: index,
      end: index + whole.length,
      instead,
    })),
  );
}
