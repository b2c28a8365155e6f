import { moves } from '../../service/moves/moves.ts';
import type { SourceFile } from '../source/source-file.ts';
import type { Finding, Surroundings } from './finding.ts';
import { serviceName, serviceUse } from './mentions.ts';

interface MovedName {
  readonly kind: 'moved-field' | 'scale';
  /** Names that the SDKs and the wire give it. */
  readonly names: readonly string[];
  /** In the spelling of the wire. */
  readonly instead: string;
  /** Means something else elsewhere: only where the file reads charge records. */
  readonly isCommon?: boolean;
  readonly renames?: boolean;
}

const v3Field = (id: string) => {
  const { v3 } = moves.find((move) => move.id === id) ?? {};
  const field = v3?.field?.replace(/^values\[\]\./, '') ?? '';
  return field === 'value' ? `${v3?.signal}: value` : field;
};
const field = (id: string, name: string, more: Partial<MovedName> = {}): MovedName => ({
  kind: moves.find((move) => move.id === id)?.changes?.includes('scale') ? 'scale' : 'moved-field',
  names: [name, snake(name), `get${name[0]?.toUpperCase()}${name.slice(1)}`],
  instead: v3Field(id),
  ...more,
});

const fields: readonly MovedName[] = [
  field('records.start', 'chargeStart', { renames: true }),
  field('records.end', 'chargeEnd', { renames: true }),
  field('records.start-level', 'startPercentRemaining'),
  field('records.end-level', 'endPercentRemaining'),
  field('records.energy', 'energy', { isCommon: true, renames: true }),
  field('records.public', 'isPublic', { isCommon: true, renames: true }),
  field('battery.percentRemaining', 'percentRemaining'),
  field('charge.isPluggedIn', 'isPluggedIn'),
];
const nominal = /\bcapacity\b(?:\?\.|\.|\]?\[['"]|['"]\]\[['"]|->)nominal\b/gi;
const readsRecords = /charge\/records|\bchargeStart\b|\bcharge_start\b/;

/** Fields that moved: where they are read from a body, or written as a key, and not where a variable has their name. */
export function fieldNames(file: SourceFile, { projectUsesService }: Surroundings): Finding[] {
  if (!projectUsesService && !serviceUse.test(file.text)) return [];
  const ofRecords = file.has(readsRecords);
  const found = fields
    .filter(({ isCommon }) => isCommon !== true || ofRecords)
    .flatMap((moved) => moved.names.flatMap((name) => accesses(file, name, moved)));
  const ofCapacity = file.has(serviceName) ? [...file.matches(nominal)] : [];
  return [
    ...found,
    ...ofCapacity.map(({ index, 0: whole }): Finding => ({
      kind: 'moved-field',
      start: index,
      end: index + whole.length,
      instead: 'capacity',
    })),
    ...chargeLimits(file),
    ...dateParameters(file),
  ];
}

function accesses(file: SourceFile, name: string, { kind, instead, renames }: MovedName): Finding[] {
  const access = new RegExp(
    [
      String.raw`(?<=\.|->|::)${name}\b`,
      String.raw`(?<=['"])${name}(?=['"])`,
      String.raw`(?<![\w.$?-])${name}(?=\??:(?!:))`,
      String.raw`(?<=\{[^{}()=;]{0,200}(?<![\w.$]))${name}(?=[^{}()=;]{0,200}\}\s*=(?![=>]))`,
      String.raw`(?<=[\s(])${name}(?=\()`,
    ].join('|'),
    'g',
  );
  const lines = new Set<number>();
  return [...file.matches(access)].flatMap(({ index, 0: whole }) => {
    const line = file.lineOf(index);
    if (lines.has(line)) return [];
    lines.add(line);
    const place = { start: index, end: index + whole.length };
    return [{ kind, ...place, instead, fix: renames && !instead.includes(' ') ? instead : undefined }];
  });
}

/** `limit` is anybody's word, but not within a few lines of `charge/limit`. */
function chargeLimits(file: SourceFile): Finding[] {
  const near = /charge\/limit['"`][\s\S]{0,300}?(?<=['"]|\.|[{,]\s{0,20})(limit)(?=['"]|\s*:|\b(?!\w|\/))/g;
  return [...file.matches(near, 'string')].flatMap(({ index, 0: whole }) => {
    const end = index + whole.length;
    return [
      { kind: 'scale' as const, start: end - 'limit'.length, end, instead: 'charge-chargelimits: limit; percent' },
    ];
  });
}

function dateParameters(file: SourceFile): Finding[] {
  if (!file.has(/charge\/records/)) return [];
  return [...file.matches(/\b(?:startDate|endDate)\b(?!\??:\s*[A-Z]?\w*[;,)])(?=['"]?\s*(?:[:=,\])]|%3D))/g)].flatMap(
    (match) => {
      const isVariable = /\b(?:const|let|var|val|String|string)\s+$/.test(
        file.text.slice(Math.max(0, match.index - 20), match.index),
      );
      if (isVariable) return [];
      return [{ kind: 'date-parameter' as const, start: match.index, end: match.index + match[0].length }];
    },
  );
}

function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
