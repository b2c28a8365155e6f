import { publicHosts as hosts } from '../../service/model/environment.ts';
import type { SourceFile } from '../source/source-file.ts';
import type { Finding, ProjectContext } from './finding.ts';
import {
  baseOf,
  inventedPath,
  isBelowOwnPath,
  isContinued,
  isOwnPage,
  isOwnRoute,
  isPartOfAddress,
  makeSegment,
  movedPath,
  newPlace,
  routeKey,
  versionsOf,
} from './path-context.ts';
import { baseOfClient, meaningOf, type Names, namesOf, serviceName, serviceUse } from './known-names.ts';

const part = String.raw`(?:\$?\{\{?[^}\n]{0,100}\}\}?|#\{[^}\n]{0,100}\}|\\\([^()\n]{0,100}\)|[\w.%$~-]|:(?=\w))`;
const joined = String.raw`(?:['"\`]\s{0,9}(?:[+&]|\.\.?|<>)\s{0,9}[^'"\`\n+&]{1,80}?\s{0,9}(?:[+&]|\.\.?|<>)\s{0,9}['"\`]|['"\`], \w{1,40}, ['"\`](?=\/))`;
const joints = new RegExp(joined, 'g');
/**
 * `vehicles/…` with what follows, even across `' + id + '`. A base in a placeholder may precede it: `${base}/vehicles`.
 */
const vehiclePath = new RegExp(
  String.raw`(?<![\w.:-]|smartcar\.com)(?:\/v2\.0)?\/?\bvehicles\/(?:${joined}|${part}|\/)+`,
  'g',
);
const versionAlone = /(?<![\w.])(?:\/v2\.0\b|v2\.0(?=\/|['"`]))/g;
/** Finds paths of version 2.0 without their host, make-specific paths, and paths that version 3 never had. */
export function paths(file: SourceFile, context: ProjectContext): Finding[] {
  if (!context.projectUsesService && !file.has(serviceName)) return [];
  const names = namesOf(file, context.imported);
  const versions = versionsOf(file);
  const isOthers = !file.has(serviceName);
  const found: Finding[] = [];
  for (const match of file.matches(vehiclePath, 'string')) {
    const [whole] = match;
    const start = match.index;
    const end = start + whole.length;
    if (isPartOfAddress(file, start) || isBelowOwnPath(file, start) || isOwnRoute(file, start, end, names)) continue;
    const base = baseOf(file, start, end, names);
    // The path of another service, or of a token endpoint.
    if (base !== undefined && base !== 'v2' && base !== 'v3') continue;
    const isNew = base === undefined ? versions.isNew || (isOthers && context.hasMoved === true) : base === 'v3';
    // If the file uses both versions, a path without a known base does not show its version.
    const isVersion2 = base === undefined ? versions.isVersion2 && !versions.isVersion3 : base === 'v2';
    const version = /^\/v2\.0/.exec(whole)?.[0] ?? '';
    const below = whole.slice(version.length).replace(/^\//, '').replace(joints, '{}');
    const path = `/${below}${isContinued(file, end) && below.endsWith('/') ? '{}' : ''}`;
    // The project's own API may have the same path.
    if (base === undefined && isOthers && (context.hasAddress !== true || context.ownRoutes?.has(routeKey(path))))
      continue;
    const place = { start, end };
    const made = isNew ? inventedPath(path) : undefined;
    const moved = movedPath(path);
    if (made !== undefined) found.push({ kind: 'invented-path', ...place, instead: made });
    else if (isVersion2 && isWholeVehicle(file, path, place.end)) {
      found.push({ kind: 'v2-path', ...place, instead: newPlace('vehicles.attributes') });
    } else if (version !== '' && !moved) found.push({ kind: 'v2-address', ...place, instead: `/v3${path}` });
    else if (moved && !isNew) {
      const isWhole = version === '' && file.text[place.end] !== '?' && whole.search(joints) < 0;
      const fix = isWhole && moved.fix !== undefined ? moved.fix.slice(whole.startsWith('/') ? 0 : 1) : undefined;
      found.push({ kind: moved.kind, ...place, instead: moved.instead, fix });
    } else if (isVersion2 && /^\/vehicles\/[^/]+\/[{$%#\\:]/.test(path)) {
      found.push({ kind: 'v2-path', ...place, instead: '/vehicles/{id}/signals' });
    }
  }
  return [...found, ...versionsAlone(file), ...tokenPaths(file, names), ...shortPaths(file, names, context)];
}

/** The routes that a file's own server has under the service's paths, as `routeKey` writes them. */
export function ownRoutes(file: SourceFile): string[] {
  const names = namesOf(file, undefined);
  return [...file.matches(vehiclePath, 'string')]
    .filter(({ index, 0: path }) => isOwnRoute(file, index, index + path.length, names))
    .map(([path]) => routeKey(path));
}

/** Finds `${AUTH}/oauth/token` if the name stands for the token host of version 2.0. */
function tokenPaths(file: SourceFile, names: Names): Finding[] {
  return [...file.matches(/\/oauth\/token(?=['"`?\s])/g, 'string')].flatMap(({ index, 0: path }): Finding[] => {
    const end = index + path.length;
    if (isPartOfAddress(file, index) || baseOf(file, index, end, names) !== 'v2-token') return [];
    return [{ kind: 'token-address', start: index, end, instead: `https://${hosts.v3.token}/oauth2/token` }];
  });
}

/** Whether a path ends with `vehicles/${id}`: the path stays the same, but its response is wrapped. */
function isWholeVehicle(file: SourceFile, path: string, end: number): boolean {
  return /^\/vehicles\/[^/]*[^/\w.-][^/]*$/.test(path) && /^(?:['"`)]|\s*$)/m.test(file.text.slice(end, end + 3));
}

/** Finds a version in a separate literal: the URL is built from parts. */
function versionsAlone(file: SourceFile): Finding[] {
  if (!file.has(serviceUse)) return [];
  const found = [...file.matches(versionAlone, 'string')].filter(({ index }) => !isPartOfAddress(file, index));
  return found.map(({ index, 0: whole }) => ({
    kind: 'v2-address',
    start: index,
    end: index + whole.length,
    instead: `https://${hosts.v3.data}/v3`,
  }));
}

const endpoint =
  'battery(?:\\/(?:nominal_)?capacity)?|charge(?:\\/limit)?|odometer|location|fuel|tires\\/pressure|engine\\/oil|vin|security|permissions|service\\/history';

/** Finds paths without `vehicles/{id}`, either because the client adds it or because they have none. */
function shortPaths(file: SourceFile, names: Names, context: ProjectContext): Finding[] {
  return [
    ...batches(file),
    ...endpoints(file, names),
    ...tails(file, names),
    ...segments(file, names, context),
    ...words(file),
    ...lists(file, names, context),
    ...listWords(file, names, context),
    ...makeRequests(file),
    ...postedSignals(file),
    ...commands(file),
  ];
}

/** Finds endpoints relative to a vehicle, as in a batch: `'/battery/capacity'`. */
function endpoints(file: SourceFile, names: Names): Finding[] {
  const literal = new RegExp(`(?<=(['"\`]))\\/(?:${endpoint})(?=\\1)`, 'g');
  const found = [...file.matches(literal, 'string')].filter(
    ({ index, 0: path }) => !isOwnRoute(file, index, index + path.length, names),
  );
  // A single such path may belong to anything; one of two segments, or a list of them, belongs to the service.
  const isList = new Set(found.map(([path]) => path)).size >= 3;
  return found
    .filter((match) => isList || match[0].lastIndexOf('/') > 0 || takesAction(file, match) || followsId(file, match))
    .map((match) => moved(match, `/vehicles/{id}${match[0]}`));
}

/**
 * Finds the paths of batch requests: through any SDK (`batch(["/fuel"])`, `Batch("/fuel")`, `%w[/fuel]`), through a
 * variable, or over HTTP.
 */
function batches(file: SourceFile): Finding[] {
  const ranges: (readonly [start: number, end: number])[] = [];
  const given = (start: number) => {
    const rest = file.text.slice(start, start + 800);
    const end = /\)|\]\s*$|;|\n\s*\n/m.exec(rest)?.index ?? rest.length;
    ranges.push([start, start + end]);
    return rest.slice(0, end);
  };
  const called = new Set<string>();
  for (const { index, 0: call } of file.matches(/\.\s{0,3}[bB]atch\b/g, 'code')) {
    // It is part of the previous match.
    if (index < (ranges.at(-1)?.[1] ?? 0)) continue;
    const [, name] = /^\s*\(?\s*(?:\w+\s*[=:]\s*)?(?:ctx,\s*)?(\w+)\s*\)?/.exec(given(index + call.length)) ?? [];
    if (name !== undefined) called.add(name);
  }
  for (const { index, 0: call, 1: name = '' } of file.matches(
    /\b(\w{1,60})\s{0,3}(?::\s{0,3}[\w[\]<>]{1,30}\s{0,3})?:?=\s{0,3}(?=[[{(%]|new\b|arrayOf|listOf|List\.of)/g,
  )) {
    if (called.has(name)) given(index + call.length);
  }
  for (const { index, 0: call } of file.matches(/\brequests['"]?\s{0,3}(?:=>|[:=])\s{0,3}\[/g))
    given(index + call.length);
  const path = new RegExp(`(?<=['"\`[\\s])/?(?:${endpoint})(?=['"\`\\]\\s])`, 'g');
  return ranges.flatMap(([start, end]) =>
    [...file.text.slice(start, end).matchAll(path)]
      .filter(({ 0: found, index }) => found.startsWith('/') || /['"`]/.test(file.text[start + index - 1] ?? ''))
      .map((match) => movedAt(start + match.index, match[0], `/vehicles/{id}/${match[0].replace(/^\//, '')}`)),
  );
}

/** Finds `${VEHICLES}/${id}/battery` if the name stands for a URL of version 2.0 that ends with `/vehicles`. */
function tails(file: SourceFile, names: Names): Finding[] {
  const tail = new RegExp(String.raw`\/(?:${joined}|${part})+\/(?:${endpoint}|charge\/records)(?=['"\`?])`, 'g');
  return [...file.matches(tail, 'string')].flatMap((match) => {
    const { index, 0: whole } = match;
    if (baseOf(file, index, index + whole.length, names) !== 'v2') return [];
    return [moved(match, `/vehicles${whole.replace(joints, '{}')}`)];
  });
}

/** Finds `JoinPath(base, "vehicles", id, "odometer")` and the like: each segment is an argument, or a call. */
function segments(file: SourceFile, names: Names, { hasAddress }: ProjectContext): Finding[] {
  if (!hasAddress && !versionsOf(file).isVersion2) return [];
  const built = new RegExp(
    String.raw`(?<=['"])\/?vehicles\/?['"]\s{0,9}(?:,|\)\s{0,30}\??\.\w{1,40}\()\s{0,9}[\w.$&?!()]{1,60}?\s{0,9}(?:,|\)\s{0,30}\??\.\w{1,40}\()\s{0,9}['"]\/?(${endpoint}|batch|application)(?=['"])`,
    'g',
  );
  return [...file.matches(built, 'string')]
    .filter(({ index, 0: whole }) => !isOwnRoute(file, index, index + whole.length, names))
    .map((match) => moved(match, `/vehicles/{id}/${match[1]}`));
}

/** Finds `read(token, id, 'odometer')` if the file inserts such a word into `…/v2.0/vehicles/${id}/${path}`. */
function words(file: SourceFile): Finding[] {
  const open =
    /(?<![.\w])api\.smartcar\.com\/v\d[^\s'"`]{0,20}\/vehicles\/[^\s/'"`]{1,100}\/(?:\$?\{[^}\n]{1,100}\}|\$\w+|%[sv])(?=['"`])/;
  if (!file.has(open, 'string')) return [];
  const word = new RegExp(`(?<=[(,]\\s{0,40}(['"\`]))(?:${endpoint})(?=\\1\\s{0,40}[,)])`, 'g');
  return [...file.matches(word, 'string')].map((match) => moved(match, `/vehicles/{id}/${match[0]}`));
}

/** What requests are sent with, or a variable with a base URL, by their usual names. */
const usualClient = /(?:api|http|client|rest|conn|request|dio|axios)\w{0,10}$/i;
const usualBase = /(?:\{\{?|\$)[\w.]{0,40}(?:base|url|api|host|root|endpoint)\w{0,10}(?:\}\}?|$)$/i;

/**
 * Finds `${base}/vehicles`, `get('/user')`, and such keys in OpenAPI, in a file that contains the host too. Where only
 * another file has it, what precedes the path has to look like a base URL or a client.
 */
function lists(file: SourceFile, names: Names, { hasAddress, ownRoutes: own }: ProjectContext): Finding[] {
  const versions = versionsOf(file);
  const isKnown = versions.isVersion2 || versions.isVersion3;
  const literal =
    /(?:(?<=['"`}]|\$\w{1,40})|(?<=^[ \t]{1,8}))\/(?:vehicles|user|compatibility)\/?(?=['"`?]|:[ \t]*$|(?<=\}\}\S{1,20})[ \t]*(?:HTTP\/.{1,5})?$)/gm;
  const found = [...file.matches(literal, 'string')];
  return found.flatMap((match): Finding[] => {
    const { index } = match;
    const end = index + match[0].length;
    const base = baseOf(file, index, end, names);
    const before = file.text.slice(Math.max(0, index - 60), index);
    const isLikely = hasAddress === true && !own?.has(match[0]) && (usualBase.test(before) || isRequest(before));
    if (base === undefined ? !isKnown && !isLikely : base !== 'v2' && base !== 'v3') return [];
    if (isOwnRoute(file, index, end, names) || isOwnPage(file, index) || isPartOfAddress(file, index)) return [];
    const isNew = base === undefined ? versions.isNew : base === 'v3';
    if (isContinued(file, end)) {
      // The path of a single vehicle stays the same; its response does not.
      const isOld = base === undefined ? !versions.isVersion3 : base === 'v2';
      return isOld ? [{ kind: 'v2-path', ...place(match), instead: newPlace('vehicles.attributes') }] : [];
    }
    if (!isNew) return [moved(match, match[0])];
    const instead = inventedPath(match[0]);
    return instead === undefined ? [] : [{ kind: 'invented-path', ...place(match), instead }];
  });
}

/** `@GET("`, `api.get('`, `client.GetAsync<T>("`, `rest.get().uri("`. */
function isRequest(before: string): boolean {
  const [, client = ''] =
    /([\w.$]{1,40})\??(?:\.|->)(?:get|head|fetch)\w{0,20}(?:<[^<>()\n]{0,40}>)?(?:\(\)\s{0,9}\.uri)?\(\s{0,9}['"`]$/i.exec(
      before,
    ) ?? [];
  return usualClient.test(client) || /(?:@GET|\[Get)\(\s{0,3}['"]$/.test(before);
}

/** Finds `api.get('vehicles')` if the client's base URL is known, or another file of the project has the address. */
function listWords(file: SourceFile, names: Names, { hasAddress, ownRoutes: own }: ProjectContext): Finding[] {
  const word =
    /(?<=([\w$]{1,60})(?:\??(?:\.|->)\w{1,30})?(?:<[^<>()\n]{0,80}>)?\(\s{0,20}['"`])(?:vehicles|user|compatibility)\/?(?=['"`?])/g;
  return [...file.matches(word, 'string')].flatMap((match): Finding[] => {
    const [whole, called = ''] = match;
    const before = file.text.slice(Math.max(0, match.index - 100), match.index);
    const [, name = called] = /([\w$]+)(?:\.|->)\w+(?:<[^<>()\n]{0,80}>)?\(\s*['"`]$/.exec(before) ?? [];
    const base = baseOfClient(meaningOf(names, name));
    if (isContinued(file, match.index + whole.length)) return [];
    const isGuess = hasAddress === true && base === undefined && !own?.has(`/${whole}`);
    if (base === 'v2' || (isGuess && isRequest(before))) return [moved(match, `/${whole}`)];
    const instead = base === 'v3' ? inventedPath(`/${whole}`) : undefined;
    return instead === undefined ? [] : [{ kind: 'invented-path', ...place(match), instead }];
  });
}

/** Finds `request('POST', 'tesla/charge/ammeter')`: paths relative to a vehicle, as the SDKs expect them. */
function makeRequests(file: SourceFile): Finding[] {
  const relative = new RegExp(
    String.raw`(?<=['"\`]/?)${makeSegment}/(?:charge|climate|compass|speedometer|battery|location|exterior|interior)[\w/]*`,
    'gi',
  );
  return [...file.matches(relative, 'string')].map((match) => ({
    kind: 'make-path',
    ...place(match),
    instead: /charge\/records$/i.test(match[0])
      ? '/vehicles/{id}/signals/charge-chargerecords'
      : '/vehicles/{id}/signals',
  }));
}

/** Whether the call sends an action: `send('/security', { action: 'LOCK' })`. */
function takesAction(file: SourceFile, { index, 0: path }: RegExpExecArray): boolean {
  const end = index + path.length;
  return /^['"`]\s*,\s*\{\s*['"]?action\b/.test(file.text.slice(end, end + 40));
}

/**
 * Whether the path follows an ID, as in `send('/' + id + '/security')`, in a file whose own URL ends with `/vehicles`.
 */
function followsId(file: SourceFile, { index }: RegExpExecArray): boolean {
  const before = file.text.slice(Math.max(0, index - 80), index);
  const isJoined = /['"`]\/['"`]\s*[+.]\s*\$?[\w.]+\s*[+.]\s*['"`]$/.test(before);
  return isJoined && file.has(/(?<![.\w])api\.smartcar\.com\/v\d[\d.]*\/vehicles\/?['"`]/, 'string');
}

function postedSignals(file: SourceFile): Finding[] {
  const posted = /\b(?:post\s*\(\s*['"`][^'"`\n]{0,300}|POST\s+['"]?[^\s'"]{0,300})\/signals\b/gi;
  const byMethod =
    /\/signals(?:\/[\w-]+)?(?=['"`]\s{0,100},\s{0,100}\{[^{}]{0,120}\bmethod['"]?\s{0,10}:\s{0,10}['"]POST\b)/g;
  return [...file.matches(posted), ...file.matches(byMethod, 'string')].map((match) => ({
    kind: 'invented-path',
    ...place(match),
    instead: 'GET /vehicles/{id}/signals',
  }));
}

/** Finds `'/commands/charge/limit'`: version 3 has different commands. */
function commands(file: SourceFile): Finding[] {
  return [...file.matches(/(?<=['"`])\/commands\/[\w/-]+(?=['"`])/g, 'string')].flatMap((match): Finding[] => {
    const instead = inventedPath(match[0]);
    return instead === undefined ? [] : [{ kind: 'invented-path', ...place(match), instead }];
  });
}

function moved({ index, 0: whole }: RegExpExecArray, path: string): Finding {
  return movedAt(index, whole, path);
}

function movedAt(start: number, whole: string, path: string): Finding {
  const { kind = 'v2-path', instead } = movedPath(path) ?? {};
  return { kind, start, end: start + whole.length, instead };
}

const place = ({ index, 0: whole }: RegExpExecArray) => ({ start: index, end: index + whole.length });
