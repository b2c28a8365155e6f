import { fieldMappings } from '../../service/field-mapping/field-mappings.ts';
import type { SourceFile } from '../source/source-file.ts';
import type { Finding, ProjectContext } from './finding.ts';
import { serviceName, serviceUse } from './mentions.ts';

interface MovedName {
  readonly kind: 'moved-field' | 'scale';
  /** Names that the SDKs and the wire give it. */
  readonly names: readonly string[];
  /** In the spelling of the wire. */
  readonly instead: string;
  /** Means something else elsewhere: only where the file reads charge records. */
  readonly isCommon?: boolean;
  /** The new name in its place is all. */
  readonly renames?: boolean;
  /** What who has moved may call something of their own. */
  readonly isOwnToo?: boolean;
}

const v3Field = (id: string) => {
  const { v3 } = fieldMappings.find((move) => move.id === id) ?? {};
  const field = v3?.field?.replace(/^values\[\]\.|\[\]$/, '') ?? '';
  return field === 'value' ? `${v3?.signal}: value` : field;
};
const field = (id: string, name: string, more: Partial<MovedName> = {}): MovedName => ({
  kind: fieldMappings.find((move) => move.id === id)?.changes?.includes('scale') ? 'scale' : 'moved-field',
  names: [name, snake(name), `get${name[0]?.toUpperCase()}${name.slice(1)}`],
  instead: v3Field(id),
  ...more,
});

const fields: readonly MovedName[] = [
  field('records.start', 'chargeStart', { renames: true }),
  field('records.end', 'chargeEnd', { renames: true }),
  field('records.start-level', 'startPercentRemaining', { renames: true }),
  field('records.end-level', 'endPercentRemaining', { renames: true }),
  field('records.energy', 'energy', { isCommon: true }),
  field('records.public', 'isPublic', { isCommon: true }),
  field('records.endpoint', 'records', { isCommon: true, instead: `attributes.body.${v3Field('records.endpoint')}` }),
  field('battery.percentRemaining', 'percentRemaining'),
  field('charge.isPluggedIn', 'isPluggedIn', { isOwnToo: true }),
];
const nominal = /\bcapacity\b(?:\?\.|\.|\]?\[['"]|['"]\]\[['"]|->)nominal\b/gi;
const readsRecords = /charge\/records|\bchargeStart\b|\bcharge_start\b/;
/** A file on its way: its path has moved, its fields may not have. */
const readsNewRecords = /charge-chargerecords/;

/** Fields that moved: where they are read from a body, or written as a key, and not where a variable has their name. */
export function fieldNames(file: SourceFile, { projectUsesService, hasMoved }: ProjectContext): Finding[] {
  if (!projectUsesService && !serviceUse.test(file.text)) return [];
  const ofRecords = file.has(readsRecords);
  const ofNewRecords = !ofRecords && file.has(readsNewRecords);
  const wanted = fields.filter(({ isOwnToo }) => !(isOwnToo && hasMoved));
  const found = wanted.flatMap((moved) =>
    moved.names
      .filter((name) => moved.isCommon !== true || ofRecords || (ofNewRecords && !isOwnName(file, name)))
      .flatMap((name) => accesses(file, name, moved)),
  );
  const ofCapacity = file.has(serviceName) ? [...file.matches(nominal)] : [];
  return [
    ...found,
    ...ofCapacity.map(({ index, 0: whole }): Finding => ({
      kind: 'moved-field',
      start: index,
      end: index + whole.length,
      instead: 'capacity',
      fix: /^capacity(?:\??\.|->)nominal$/.test(whole) ? 'capacity' : undefined,
    })),
    ...chargeLimits(file),
    ...dateParameters(file),
  ];
}

function accesses(file: SourceFile, name: string, moved: MovedName): Finding[] {
  const { kind, names, instead, renames, isCommon } = moved;
  const access = new RegExp(
    [
      String.raw`(?<=\.|->|::)${name}\b`,
      String.raw`(?<=['"])${name}(?=['"])`,
      String.raw`(?<![\w.$?-])${name}(?=\??:(?!:))`,
      String.raw`(?<=\{[^{}()=;]{0,200}(?<![\w.$]))(?<!:\s{0,5})${name}(?=[^{}()=;]{0,200}\}\s*=(?![=>]))`,
      ...(isCommon === true ? [] : [String.raw`(?<=[\s(])${name}(?=\()`]),
    ].join('|'),
    'g',
  );
  const lines = new Set<number>();
  return [...file.matches(access)].flatMap(({ index, 0: whole }) => {
    const line = file.lineOf(index);
    if (lines.has(line)) return [];
    lines.add(line);
    const place = { start: index, end: index + whole.length };
    // The spelling of an SDK has none in version 3.
    if (!renames || whole !== names[0]) return [{ kind, ...place, instead }];
    // What takes the field out under its name goes on by that name.
    const takesOut = file.language === 'javascript' && /^\s{0,20}[,}]/.test(file.text.slice(place.end, place.end + 22));
    const isQuoted = /['"]/.test(file.text[index - 1] ?? '');
    if (takesOut && !isQuoted && file.text[index - 1] !== '.')
      return [{ kind, ...place, instead, ...(kind === 'moved-field' && { fix: `${instead}: ${whole}` }) }];
    if (kind !== 'scale') return [{ kind, ...place, instead, fix: instead }];
    // The factor goes where it follows at once; elsewhere, it takes a person.
    const [factor] = /^\s{0,3}\*\s{0,3}100(?:\.0)?(?![\w.])/.exec(file.text.slice(place.end, place.end + 12)) ?? [];
    return [
      factor === undefined
        ? { kind, ...place, instead }
        : { kind, start: index, end: place.end + factor.length, instead, fix: instead },
    ];
  });
}

/** Whether a file gives the name to things of its own. */
function isOwnName(file: SourceFile, name: string): boolean {
  return file.has(new RegExp(String.raw`(?<![\w.$])${name}['"]?\s{0,3}(?::(?!:)|=>)`));
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
  if (!file.has(/charge\/records/)) return inQuery(file);
  return [...file.matches(/\b(?:startDate|endDate)\b(?!\??:\s*[A-Z]?\w*[;,)])(?=['"]?\s*(?:[:=,\])]|%3D))/g)].flatMap(
    (match) => {
      const isVariable = /\b(?:const|let|var|val|String|string)\s+$/.test(
        file.text.slice(Math.max(0, match.index - 20), match.index),
      );
      if (isVariable) return [];
      const end = match.index + match[0].length;
      return [{ kind: 'date-parameter' as const, start: match.index, end, instead: 'startTime' }];
    },
  );
}

/** In the query of the signal, where the path has moved but the dates have not. */
function inQuery(file: SourceFile): Finding[] {
  const query = /(?<=charge-chargerecords\?[^\s'"`]{0,200})\b(?:startDate|endDate)(?==)/g;
  return [...file.matches(query, 'string')].map(({ index, 0: whole }) => ({
    kind: 'date-parameter',
    start: index,
    end: index + whole.length,
    instead: 'startTime',
  }));
}

function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
