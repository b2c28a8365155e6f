import { findingKinds, severities } from '../rules/finding.ts';
import { explain } from '../rules/texts.ts';
import type { ListedFinding } from './listed.ts';

const levels = { error: 'error', warning: 'warning', info: 'note' } as const;

/** SARIF 2.1.0, as code scanning reads it, with the fixes. */
export function sarifReport(findings: readonly ListedFinding[], version: string): object {
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'vehicle-data-check', version, rules: findingKinds.map(rule) } },
        columnKind: 'utf16CodeUnits',
        results: findings.map(result),
      },
    ],
  };
}

function rule(id: (typeof findingKinds)[number]) {
  const { what, why, advice } = explain({ kind: id });
  return {
    id,
    shortDescription: { text: what },
    fullDescription: { text: why },
    help: { text: advice },
    defaultConfiguration: { level: levels[severities[id]] },
  };
}

function result({ path, line, column, endLine, endColumn, kind, severity, what, why, advice, fix }: ListedFinding) {
  const artifactLocation = { uri: path.split('/').map(encodeURIComponent).join('/'), uriBaseId: '%SRCROOT%' };
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
