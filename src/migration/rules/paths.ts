import { hosts } from '../../service/moves/moves.ts';
import type { SourceFile } from '../source/source-file.ts';
import type { Finding, Surroundings } from './finding.ts';
import { inventedPath } from './invented-paths.ts';
import { makeSegment, movedPath } from './moved-paths.ts';
import { serviceName, serviceUse } from './mentions.ts';

const part = String.raw`(?:\$?\{\{?[^}\n]{0,100}\}\}?|#\{[^}\n]{0,100}\}|[\w.%$~-]|:(?=\w))`;
const joined = String.raw`(?:['"\`]\s*[+.]\s*[^'"\`\n+]+?\s*[+.]\s*['"\`])`;
/** `vehicles/…` with what follows, also over `' + id + '`. What precedes may be a base in a hole: `${base}/vehicles`. */
const vehiclePath = new RegExp(
  String.raw`(?<![\w.:-]|smartcar\.com)(?:\/v2\.0)?\/?\bvehicles\/(?:${joined}|${part}|\/)+`,
  'g',
);
const versionAlone = /(?<![\w.])(?:\/v2\.0\b|v2\.0(?=\/|['"`]))/g;
/** A route of one's own: `app.get('/vehicles/:id/battery'`. */
const ownRoute =
  /\b(?:app|router|server|route|fastify|api|r|mux|Route|Router)\s*(?:\.|::|->)\s*(?:get|post|put|delete|patch|all|use|route|GET|POST|HandleFunc|Handle)\s*\(\s*['"`]?$|@(?:app|bp|router|blueprint|\w+)\.(?:route|get|post)\(\s*['"]?$|@(?:Get|Post|Request|Delete|Put)(?:Mapping)?\(.*$/;

/** Paths of version 2.0 without their host, make-specific ones, and those that version 3 never had. */
export function paths(file: SourceFile, { projectUsesService }: Surroundings): Finding[] {
  if (!projectUsesService && !file.has(serviceName)) return [];
  const isVersion3 = file.has(/vehicle\.api\.smartcar\.com|\/v3\b/);
  const isVersion2 = file.has(/(?<![.\w])api\.smartcar\.com|\/v2\.0/);
  const found: Finding[] = [];
  for (const match of file.matches(vehiclePath, 'string')) {
    const [whole] = match;
    const start = match.index;
    if (isPartOfAddress(file, start) || isOwnRoute(file, start)) continue;
    const version = /^\/v2\.0/.exec(whole)?.[0] ?? '';
    const path = `/${whole.slice(version.length).replace(/^\//, '').replace(new RegExp(joined, 'g'), '{}')}`;
    const place = { start, end: start + whole.length };
    const isNew = isVersion3 && !isVersion2;
    const made = isNew ? inventedPath(path) : undefined;
    const moved = movedPath(path);
    if (made !== undefined) found.push({ kind: 'invented-path', ...place, instead: made });
    else if (version !== '' && !moved) found.push({ kind: 'v2-address', ...place, instead: `/v3${path}` });
    else if (moved) {
      const isWhole = version === '' && file.text[place.end] !== '?' && !new RegExp(joined).test(whole);
      const fix = isWhole && moved.fix !== undefined ? moved.fix.slice(whole.startsWith('/') ? 0 : 1) : undefined;
      found.push({ kind: moved.kind, ...place, instead: moved.instead, fix });
    }
  }
  return [...found, ...versions(file), ...makeRequests(file), ...endpoints(file), ...postedSignals(file)];
}

/** The version in a path of its own: the address is built from parts. */
function versions(file: SourceFile): Finding[] {
  if (!file.has(serviceUse)) return [];
  const found = [...file.matches(versionAlone, 'string')].filter(({ index }) => !isPartOfAddress(file, index));
  return found.map(({ index, 0: whole }) => ({
    kind: 'v2-address',
    start: index,
    end: index + whole.length,
    instead: `https://${hosts.v3.data}/v3`,
  }));
}

/** Endpoints below a vehicle, as a batch takes them: `'/battery/capacity'`. */
function endpoints(file: SourceFile): Finding[] {
  const literal =
    /(?<=(['"`]))\/(?:battery(?:\/(?:nominal_)?capacity)?|charge(?:\/limit)?|odometer|location|fuel|tires\/pressure|engine\/oil|vin|security|permissions)(?=\1)/g;
  const found = [...file.matches(literal, 'string')].filter(({ index }) => !isOwnRoute(file, index));
  // One such path may be anybody's; one of two segments is the service's, and so is a list of them.
  const isList = new Set(found.map(([path]) => path)).size >= 3;
  return found
    .filter((match) => isList || match[0].lastIndexOf('/') > 0 || takesAction(file, match))
    .map(({ index, 0: path }) => {
      const { kind = 'v2-path', instead } = movedPath(`/vehicles/{id}${path}`) ?? {};
      return { kind, start: index, end: index + path.length, instead };
    });
}

/** `request('POST', 'tesla/charge/ammeter')`: relative to a vehicle, as the SDKs take it. */
function makeRequests(file: SourceFile): Finding[] {
  const relative = new RegExp(
    String.raw`(?<=['"\`]/?)${makeSegment}/(?:charge|climate|compass|speedometer|battery|location|exterior|interior)[\w/]*`,
    'gi',
  );
  return [...file.matches(relative, 'string')].map(({ index, 0: whole }) => ({
    kind: 'make-path',
    start: index,
    end: index + whole.length,
    instead: /charge\/records$/i.test(whole) ? '/vehicles/{id}/signals/charge-chargerecords' : '/vehicles/{id}/signals',
  }));
}

/** `send('/security', { action: 'LOCK' })`. */
function takesAction(file: SourceFile, { index, 0: path }: RegExpExecArray): boolean {
  const end = index + path.length;
  return /^['"`]\s*,\s*\{\s*['"]?action\b/.test(file.text.slice(end, end + 40));
}

function postedSignals(file: SourceFile): Finding[] {
  const posted = /\b(?:post\s*\(\s*['"`][^'"`\n]{0,300}|POST\s+['"]?[^\s'"]{0,300})\/signals\b/gi;
  return [...file.matches(posted)].map(({ index, 0: whole }) => ({
    kind: 'invented-path',
    start: index,
    end: index + whole.length,
    instead: 'GET /vehicles/{id}/signals',
  }));
}

function isPartOfAddress(file: SourceFile, start: number): boolean {
  return /smartcar\.com(?:\/[^\s'"`]*)?$/.test(file.text.slice(Math.max(0, start - 120), start));
}

function isOwnRoute(file: SourceFile, start: number): boolean {
  const line = file.text.slice(file.text.lastIndexOf('\n', start) + 1, start);
  return ownRoute.test(line);
}
