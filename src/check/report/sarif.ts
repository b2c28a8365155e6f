import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import type { FolderReport, Unread } from '../folder/check-folder.ts';
import type { UnreadKind } from '../folder/kind-counts.ts';
import { type FindingKind, findingKinds, severities } from '../rules/finding.ts';
import { explain } from '../rules/texts.ts';
import { helpUrl } from './help.ts';
import type { ListedFinding } from './listed.ts';
import { reasonOf } from './unread.ts';
import { kindsLine } from './unread-kinds.ts';

const levels = { error: 'error', warning: 'warning', info: 'note' } as const;

/** The program has no public address: the service's documentation says what the findings are about. */
const informationUri = 'https://smartcar.com/docs';

/**
 * SARIF 2.1.0, as code scanning reads it, with the fixes, the help, and the files that were not read.
 *
 * @param folder what was checked, below the root that paths begin at
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
        // As an editor ends them, and as the lines of the findings are counted.
        newlineSequences: ['\r\n', '\n', '\r'],
        results: findings.map((finding) => result(finding, folder)),
      },
    ],
  };
}

/** There is no public address of the help to link to: its section is in the report. */
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

/** What is no source is no fault of the run. */
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
