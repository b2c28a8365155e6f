import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import type { FolderReport, Unread } from '../folder/check-folder.ts';
import type { UnreadKind } from '../source/languages.ts';
import { type FindingKind, findingKinds, severities } from '../rules/finding.ts';
import { explain } from '../rules/texts.ts';
import { helpUrl, type ListedFinding } from './listed.ts';
import { kindsLine, reasonOf } from './text.ts';

const levels = { error: 'error', warning: 'warning', info: 'note' } as const;

/** The program has no public home page, so this is the service's documentation, which the findings are about. */
const informationUri = 'https://smartcar.com/docs';

/**
 * A report in SARIF 2.1.0, as code scanning tools read it, with the fixes, the help, and the files that were not read.
 *
 * @param folder the checked folder, relative to the root of the report's paths
 */
export function sarifReport(
  findings: readonly ListedFinding[],
  { unread, unreadKinds }: Pick<FolderReport, 'unread' | 'unreadKinds'>,
  folder: string,
  version: string,
): object {
  const help = readFileSync(helpUrl, 'utf8').split(/^## /m);
  const notifications = [...unread.map((each) => notification(each, folder)), ...ofKinds(unreadKinds)];
  const rules = findingKinds.map((kind) => rule(kind, help));
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'vehicle-data-check', version, informationUri, rules } },
        invocations: [{ executionSuccessful: true, toolExecutionNotifications: notifications }],
        columnKind: 'utf16CodeUnits',
        // The line endings that editors recognize and that the findings' line numbers are based on.
        newlineSequences: ['\r\n', '\n', '\r'],
        results: findings.map((finding) => result(finding, folder)),
      },
    ],
  };
}

/** The help has no public URL to link to, so its section is included in the report. */
function rule(id: FindingKind, help: readonly string[]) {
  const { what, why, advice } = explain({ kind: id });
  const section = help
    .find((each) => each.startsWith(`${id}\n`))
    ?.slice(id.length)
    .trim();
  return {
    id,
    shortDescription: { text: what },
    fullDescription: { text: why },
    help: { text: advice, markdown: section },
    defaultConfiguration: { level: levels[severities[id]] },
  };
}

function result(
  { path, line, column, endLine, endColumn, kind, severity, what, why, advice, fix }: ListedFinding,
  folder: string,
) {
  const artifactLocation = locationOf(path, folder);
  const region = { startLine: line, startColumn: column, endLine, endColumn };
  const replacements = [{ deletedRegion: region, insertedContent: { text: fix } }];
  return {
    ruleId: kind,
    level: levels[severity],
    message: { text: `${what} ${why} ${advice}` },
    locations: [{ physicalLocation: { artifactLocation, region } }],
    ...(fix !== undefined && {
      fixes: [{ description: { text: advice }, artifactChanges: [{ artifactLocation, replacements }] }],
    }),
  };
}

function notification(unread: Unread, folder: string) {
  return {
    level: unread.why === 'no access' ? 'error' : 'warning',
    message: { text: reasonOf(unread) },
    locations: [{ physicalLocation: { artifactLocation: locationOf(unread.path, folder) } }],
  };
}

/** Files that are not source code are not a failure of the run. */
function ofKinds(kinds: readonly UnreadKind[]) {
  return kinds.length === 0 ? [] : [{ level: 'note', message: { text: kindsLine(kinds) } }];
}

function locationOf(path: string, folder: string) {
  const uri = posix
    .join(folder, path)
    .split('/')
    .map((part) => encodeURIComponent(part.toWellFormed()))
    .join('/');
  return { uri, uriBaseId: '%SRCROOT%' };
}
