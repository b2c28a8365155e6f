import { readFileSync } from 'node:fs';
import { type FindingKind, findingKinds, severities } from '../rules/finding.ts';
import { explain } from '../rules/texts.ts';
import { helpUrl } from './help.ts';
import type { ListedFinding } from './listed.ts';

const levels = { error: 'error', warning: 'warning', info: 'note' } as const;

/** SARIF 2.1.0, as code scanning reads it, with the fixes, the help, and the files that were not read. */
export function sarifReport(findings: readonly ListedFinding[], unread: readonly string[], version: string): object {
  const help = readFileSync(helpUrl, 'utf8').split(/^## /m);
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'vehicle-data-check', version, rules: findingKinds.map((kind) => rule(kind, help)) } },
        invocations: [{ executionSuccessful: true, toolExecutionNotifications: unread.map(notification) }],
        columnKind: 'utf16CodeUnits',
        results: findings.map(result),
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

function result({ path, line, column, endLine, endColumn, kind, severity, what, why, advice, fix }: ListedFinding) {
  const artifactLocation = locationOf(path);
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

function notification(path: string) {
  return {
    level: 'warning',
    message: { text: 'Not read: larger than 1 MB, not text, or not accessible.' },
    locations: [{ physicalLocation: { artifactLocation: locationOf(path) } }],
  };
}

function locationOf(path: string) {
  return { uri: path.split('/').map(encodeURIComponent).join('/'), uriBaseId: '%SRCROOT%' };
}
