import { fieldMappings, type Place } from '../../service/field-mapping/field-mappings.ts';
import type { SourceFile } from '../source/source-file.ts';
import type { Finding, ProjectContext } from './finding.ts';
import { serviceName, serviceUse } from './known-names.ts';

interface MovedName {
  readonly kind: 'moved-field' | 'scale';
  /** Its names in the SDKs and in the API. */
  readonly names: readonly string[];
  /** As spelled in the API. */
  readonly instead: string;
  /** True if it has other meanings elsewhere, so that it is reported only if the file reads charge records. */
  readonly isCommon?: boolean;
  /** True if replacing the name is the whole change. */
  readonly renames?: boolean;
  /** True if it matters only where it is converted to percent. */
  readonly isShare?: boolean;
  /** True if code that has moved may use the name for something of its own. */
  readonly isOwnToo?: boolean;
}

const field = (id: string, more: Partial<MovedName> = {}): MovedName => {
  const { v2, v3, changes } = fieldMappings.find((mapping) => mapping.id === id) ?? {};
  const nameIn = (place?: Place) => place?.name ?? place?.field?.replace('[]', '') ?? '';
  const [name, instead] = [nameIn(v2), nameIn(v3)];
  return {
    kind: changes?.includes('scale') ? 'scale' : 'moved-field',
    names: [name, snake(name), `get${name[0]?.toUpperCase()}${name.slice(1)}`],
    instead: instead === 'value' ? `${v3?.signal}: value` : instead,
    ...more,
  };
};

/** Fuel and oil: no source was found that names their signals. */
const ofEngine = 'internalcombustionengine-…';

const fields: readonly MovedName[] = [
  field('records.start', { renames: true }),
  field('records.end', { renames: true }),
  field('records.start-level', { renames: true }),
  field('records.end-level', { renames: true }),
  field('records.energy', { isCommon: true }),
  field('records.public', { isCommon: true }),
  field('records.endpoint', { isCommon: true, instead: 'attributes.body.values' }),
  field('battery.percentRemaining'),
  {
    kind: 'scale',
    names: ['lifeRemaining', 'life_remaining', 'getLifeRemaining'],
    instead: ofEngine,
    isShare: true,
  },
  field('charge.isPluggedIn', { isOwnToo: true }),
];
const nominal = /\bcapacity\b(?:\?\.?|\.|\]?\[['"]|['"]\]\[['"]|->)nominal\b/gi;
const readsRecords = /charge\/records|\bchargeStart\b|\bcharge_start\b/;
/** A file in transition: its path has moved, but its fields may not have. */
const readsNewRecords = /charge-chargerecords/;

/**
 * Finds fields that have moved, where they are read from a body or written as a key, but not variables of the same
 * name.
 */
export function fieldNames(file: SourceFile, context: ProjectContext): Finding[] {
  const { projectUsesService, hasMoved } = context;
  if (!projectUsesService && !serviceUse.test(file.text)) return [];
  const ofRecords = file.has(readsRecords);
  const ofNewRecords = !ofRecords && file.has(readsNewRecords);
  const wanted = fields.filter(({ isOwnToo }) => !(isOwnToo && hasMoved));
  const found = wanted.flatMap((moved) =>
    moved.names
      .filter((name) => moved.isCommon !== true || ofRecords || (ofNewRecords && !isOwnName(file, name)))
      .flatMap((name) => accesses(file, name, moved, context)),
  );
  return [...found, ...nominals(file), ...chargeLimits(file), ...leftOver(file), ...dateParameters(file)];
}

function nominals(file: SourceFile): Finding[] {
  if (!file.has(serviceName)) return [];
  // An object of the same shape that belongs to the code itself does not change.
  const isOurs =
    file.has(/battery\/nominal_capacity|tractionbattery-nominalcapacity/) &&
    !file.has(/\bcapacity['"]?\s{0,3}[:=]\s{0,3}\{/);
  return [...file.matches(nominal)].map(({ index, 0: whole }): Finding => ({
    kind: 'moved-field',
    start: index,
    end: index + whole.length,
    instead: 'capacity',
    fix: isOurs && file.language === 'javascript' && /^capacity\??\.nominal$/.test(whole) ? 'capacity' : undefined,
  }));
}

/** How a name is used in a file. `bare` is a variable, which may be shorthand for a key of the same name. */
type Form = 'read' | 'index' | 'taken-out' | 'type' | 'quoted' | 'key' | 'call' | 'bare' | 'set';

interface Occurrence {
  readonly start: number;
  readonly end: number;
  readonly form: Form;
}

const occurrences = new WeakMap<SourceFile, Map<string, readonly Occurrence[]>>();

function occurrencesOf(file: SourceFile, name: string): readonly Occurrence[] {
  const ofFile = occurrences.get(file) ?? new Map<string, readonly Occurrence[]>();
  occurrences.set(file, ofFile);
  const found = ofFile.get(name) ?? [...file.words(name)].map((place) => ({ ...place, form: formOf(file, place) }));
  ofFile.set(name, found);
  return found;
}

/** How many characters are examined on each side of a name. */
const reach = 220;

function formOf(
  { text, language }: SourceFile,
  { start, end }: { readonly start: number; readonly end: number },
): Form {
  const before = text.slice(Math.max(0, start - reach), start);
  const after = text.slice(end, end + reach);
  const isSet = /^['"]?\]?\s{0,5}(?:[-+*/|&?]{0,2}=)(?![=>~])/.test(after);
  if (/(?:\.|->|::)$/.test(before)) return isSet ? 'set' : 'read';
  if (before.endsWith('->{') || (language === 'script' && before.endsWith('$'))) return 'read';
  if (/['"]$/.test(before) && /^['"]/.test(after)) {
    if (!/[\w$)\]?]\[['"]$/.test(before) || !after.slice(1).startsWith(']')) return 'quoted';
    return isSet ? 'set' : 'index';
  }
  if (/[\w$-]$/.test(before)) return 'bare';
  const opens = /(\(?)\s{0,20}\{[^{}()=;]{0,200}$/.exec(before);
  if (opens && !/:\s{0,5}$/.test(before)) {
    if (/^[^{}()=;]{0,200}\}\s{0,20}=(?![=>])/.test(after)) return 'taken-out';
    const isParameter = /^[^{}()=;]{0,200}\}\s{0,5}(?::[^()=]{0,80})?\)\s{0,5}(?:=>|\{)/.test(after);
    if (opens[1] === '(' && isParameter) return 'taken-out';
  }
  if (/^\??:(?!:)/.test(after) && !/[.?]$/.test(before)) {
    return /^\??:\s{0,5}(?:readonly |string|number|boolean|Date|null|unknown)\b/.test(after) ? 'type' : 'key';
  }
  return /[\s(]$/.test(before) && after.startsWith('(') ? 'call' : 'bare';
}

/** The fields that a file writes itself: reading such a name need not refer to the service. */
export function writtenFields(file: SourceFile): string[] {
  return fields
    .filter(({ renames }) => renames)
    .map(({ names: [name = ''] }) => name)
    .filter((name) => isWritten(file, name));
}

/** What a component is given: renamed in it alone, it would be given nothing. */
const propBefore =
  /\bprops\??\.$|\bexport\s{1,3}let\s{1,3}$|@Input\([^)]{0,40}\)\s{1,3}$|\bdefineProps[<(]\s{0,3}[{[][^}\]]{0,200}$/;
const propAfter =
  /^\]?=(?:\{|["'])|^[^{}]{0,200}\}\s{0,5}(?::[^=]{1,80})?=\s{0,3}(?:\$props\(|Astro\.props\b|(?:this\.)?props\b)/;

/** A variable matters only next to a comma in `{ … }`. */
function isWritten(file: SourceFile, name: string): boolean {
  return occurrencesOf(file, name).some(({ form, start, end }) => {
    if (propBefore.test(file.text.slice(Math.max(0, start - reach), start))) return true;
    if (propAfter.test(file.text.slice(end, end + reach))) return true;
    if (form !== 'bare') return form === 'key' || form === 'quoted' || form === 'set' || form === 'call';
    return (
      /[{,]\s{0,20}$/.test(file.text.slice(Math.max(0, start - 30), start)) &&
      /^\s{0,20}[,}]/.test(file.text.slice(end, end + 30))
    );
  });
}

const finds: ReadonlySet<Form> = new Set<Form>(['read', 'index', 'taken-out', 'type', 'quoted', 'key', 'set']);

function accesses(file: SourceFile, name: string, moved: MovedName, { written }: ProjectContext): Finding[] {
  const { kind, names, renames, isCommon, isShare } = moved;
  const lines = new Set<number>();
  // SDK spellings have no counterpart in version 3, and names that the project writes itself are its own.
  const mayRename = renames === true && name === names[0] && written?.has(name) !== true;
  const isOurs = mayRename && (file.has(readsRecords) || file.has(readsNewRecords)) && !isWritten(file, name);
  return occurrencesOf(file, name).flatMap((occurrence): Finding[] => {
    const { form, start, end } = occurrence;
    if (!finds.has(form) && !(form === 'call' && isCommon !== true)) return [];
    const line = file.lineOf(start);
    if (lines.has(line) || (isShare === true && !factorAt(file, start, end))) return [];
    lines.add(line);
    const instead = ofFuel(file, name, start, end) ?? moved.instead;
    const finding: Finding = { kind, start, end, instead };
    const after = file.text.slice(end, end + 24);
    if (kind === 'scale') {
      const hasFactor = factorAt(file, start, end);
      // The factor is removed with the name if it follows directly and nothing else is part of the calculation;
      // otherwise, a person has to do it.
      const [factor] = /^\s{0,3}\*\s{0,3}100(?:\.0)?(?![\w.])(?!\s{0,3}[*/%.])/.exec(after) ?? [];
      const isFirst =
        factor !== undefined && standsAlone(file, start) && isAlone(file, name, moved.instead, occurrence);
      if (!isOurs || form !== 'read' || !isFirst || file.language !== 'javascript') return [{ ...finding, hasFactor }];
      return [{ ...finding, end: end + factor.length, fix: moved.instead, hasFactor }];
    }
    if (!isOurs || !isAlone(file, name, moved.instead, occurrence)) return [finding];
    if (form === 'index') return [{ ...finding, fix: moved.instead }];
    if (file.language !== 'javascript') return [finding];
    // Destructuring keeps the old name for the variable.
    const isShort = form === 'taken-out' && !/^\s{0,5}:/.test(after);
    return [{ ...finding, fix: isShort ? `${moved.instead}: ${name}` : moved.instead }];
  });
}

const statementEnd = /;|\n\s{0,40}\n|[{}]\s{0,9}\n|(?<![,(?:&|<>=+*/-]\s{0,9})\n(?!\s{0,40}[.?:&|<>=+*/,)\]-])/;

/** Whether a statement has the name in one place only, and not the new one: of two places, one would be left. */
function isAlone({ text }: SourceFile, name: string, instead: string, { start, end }: Occurrence): boolean {
  const before =
    text
      .slice(Math.max(0, start - reach), start)
      .split(statementEnd)
      .at(-1) ?? '';
  const [after = ''] = text.slice(end, end + reach).split(statementEnd, 1);
  return !new RegExp(String.raw`[.'"]${name}\b|\b${instead}\b`).test(`${before} ${after}`);
}

/** Whether a field starts the product: nothing before it is divided or multiplied by it. */
function standsAlone({ text }: SourceFile, start: number): boolean {
  const before = text.slice(Math.max(0, start - 120), start);
  return /(?:[(,[=:+<>&|;{}\n-]|\breturn|[^?]\?)\s{0,20}(?:[A-Za-z_$][\w$]*(?:\[\w{1,20}\])?!?\.)+$/.test(before);
}

const chain = String.raw`(?:[\w$.?!]|\[['"]?\w*['"]?\]|->)*`;
const factorAfter =
  /^(?:['"]?\]|[?!]|\(\)|\s{0,3}(?:\?\?|\|\||or)\s{0,3}\d(?:\.\d)?|\)){0,5}\s{0,5}\*\s{0,5}100(?:\.0+)?(?![\w.])/;
const factorBefore = new RegExp(String.raw`(?<![\w.])100(?:\.0+)?\s{0,5}\*\s{0,5}\(?${chain}['"]?$`);

/** Whether there is a factor of 100 next to a name, on either side. */
function factorAt({ text }: SourceFile, start: number, end: number): boolean {
  return factorAfter.test(text.slice(end, end + 40)) || factorBefore.test(text.slice(Math.max(0, start - 60), start));
}

const fraction = String.raw`(?:0?\.\d+|[\w.$]{1,60}\s{0,3}\/\s{0,3}100(?:\.0+)?)(?![\w.])`;
const comparedAfter = new RegExp(String.raw`^(?:['"]?\]|[?!]|\(\)){0,4}\s{0,5}[<>]=?\s{0,5}${fraction}`);
const comparedBefore = new RegExp(String.raw`(?<![\w.])${fraction}\s{0,5}[<>]=?\s{0,5}${chain}['"]?$`);

function isComparedWithFraction({ text }: SourceFile, start: number, end: number): boolean {
  return (
    comparedAfter.test(text.slice(end, end + 80)) || comparedBefore.test(text.slice(Math.max(0, start - 120), start))
  );
}

/** The level of a fuel tank is not a signal of the traction battery. */
function ofFuel({ text }: SourceFile, name: string, start: number, end: number): string | undefined {
  if (!/^(?:get)?percent_?remaining$/i.test(name)) return undefined;
  const from = text.lastIndexOf('\n', start) + 1;
  const line = text.slice(Math.max(from, start - 200), end + 100).split('\n', 1)[0] ?? '';
  const near = /fuel|battery/i.test(line) ? line : text.slice(Math.max(0, start - 300), start);
  const [fuel, battery] = [near.search(/fuel(?![\s\S]*fuel)/i), near.search(/battery(?![\s\S]*battery)/i)];
  return fuel > battery ? ofEngine : undefined;
}

const assignedTo = new RegExp(String.raw`(?<![\w$.])([A-Za-z_]\w{0,60})\s{0,3}:?=\s{0,3}${chain}['"]?$`);

/**
 * Finds values that version 3 gives from 0 to 100 but the file still treats as fractions: the names were changed, but
 * not the calculations.
 */
function leftOver(file: SourceFile): Finding[] {
  const levels = new Map<string, string>();
  for (const { instead: name } of fields.filter(({ kind, renames }) => kind === 'scale' && renames)) {
    levels.set(name, name);
    for (const { start, end } of occurrencesOf(file, name)) {
      const [, as] = /^\s{0,3}:\s{0,3}([a-z_]\w{0,60})\s{0,3}[,}]/.exec(file.text.slice(end, end + 80)) ?? [];
      const before = file.text.slice(Math.max(0, start - 120), start);
      const [, kept] = assignedTo.exec(before) ?? [];
      const isWhole = /^['"]?\]?\s{0,3}(?:;|\n|$)/.test(file.text.slice(end, end + 8));
      if (as !== undefined) levels.set(as, name);
      if (kept !== undefined && isWhole) levels.set(kept, name);
    }
  }
  if (file.text.includes('charge-chargelimits')) {
    levels.set('limit', 'charge-chargelimits: limit');
    levels.set('activeLimit', 'charge-chargelimits: activeLimit');
  }
  if (file.text.includes('tractionbattery-stateofcharge')) levels.set('value', 'tractionbattery-stateofcharge: value');
  const found = [...levels].flatMap(([name, instead]) =>
    [...file.words(name)].flatMap(({ start, end }): Finding[] => {
      const hasFactor = factorAt(file, start, end);
      const isLevel = instead.endsWith('StateOfCharge');
      if (!hasFactor && !(isLevel && isComparedWithFraction(file, start, end))) return [];
      return [{ kind: 'scale', start, end, instead: `${instead}; percent`, hasFactor, isLeft: true }];
    }),
  );
  return [...found, ...limitsSent(file)];
}

/** Finds `percent: limit / 100` and `percent: 0.8`, which the command interprets as less than one percent. */
function limitsSent(file: SourceFile): Finding[] {
  if (!file.text.includes('set-limit')) return [];
  return [...file.words('percent')].flatMap(({ start, end }): Finding[] => {
    const [, divided] =
      /^\\?['"]?\]?\s{0,3}(?::|=>?)\s{0,3}(?:[\w.$()]{1,60}?\s{0,3}(\/)\s{0,3}100(?:\.0+)?(?!\w)|0?\.\d+)/.exec(
        file.text.slice(end, end + 90),
      ) ?? [undefined, null];
    if (divided === null) return [];
    const instead = 'data.attributes.percent; percent';
    return [{ kind: 'scale', start, end, instead, hasFactor: divided !== undefined, isLeft: true }];
  });
}

/** Whether a file uses the name for things of its own. */
function isOwnName(file: SourceFile, name: string): boolean {
  return file.has(new RegExp(String.raw`(?<![\w.$])${name}['"]?\s{0,3}(?::(?!:)|=>)`));
}

/** Calls whose response contains a limit. */
const readsLimit = /charge\/limit|\b(?:getChargeLimit|get_charge_limit|chargeLimit)\b/;
const limitWord = /(?<=['"]|\.|[{,]\s{0,20})(limit)(?=['"]|\s{0,3}:|\b(?!\w|\/))/;

/**
 * `limit` is a common word, so it is reported only within a few lines of `charge/limit`, or multiplied by 100 in a file
 * that reads a limit.
 */
function chargeLimits(file: SourceFile): Finding[] {
  const found: Finding[] = [];
  const add = (start: number) => {
    const end = start + 'limit'.length;
    const hasFactor = factorAt(file, start, end);
    found.push({ kind: 'scale', start, end, instead: 'charge-chargelimits: limit; percent', hasFactor });
  };
  for (const { index, 0: path } of file.matches(/charge\/limit(?=['"`])/g, 'string')) {
    const from = index + path.length + 1;
    const near = limitWord.exec(file.text.slice(from, from + 305));
    if (near) add(from + near.index);
  }
  if (file.has(readsLimit)) {
    for (const { start, end } of file.words('limit')) if (factorAt(file, start, end)) add(start);
  }
  return found;
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

/** Finds dates in the query of the signal, where the path has moved but the dates have not been removed. */
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
