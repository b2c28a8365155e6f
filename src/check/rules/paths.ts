import { publicHosts as hosts } from '../../service/model/public-hosts.ts';
import type { SourceFile } from '../source/source-file.ts';
import type { Finding, ProjectContext } from './finding.ts';
import { inventedPath } from './invented-paths.ts';
import { movedPath, newPlace } from './moved-paths.ts';
import { serviceName, serviceUse } from './mentions.ts';
import { type Names, namesOf } from './known-names.ts';
import { baseOf, isBelowOwnPath, isContinued, isOwnRoute, isPartOfAddress, versionsOf } from './path-context.ts';
import { shortPaths } from './short-paths.ts';

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
  const found: Finding[] = [];
  for (const match of file.matches(vehiclePath, 'string')) {
    const [whole] = match;
    const start = match.index;
    const end = start + whole.length;
    if (isPartOfAddress(file, start) || isBelowOwnPath(file, start) || isOwnRoute(file, start, end, names)) continue;
    const base = baseOf(file, start, end, names);
    // The path of another service, or of a token endpoint.
    if (base !== undefined && base !== 'v2' && base !== 'v3') continue;
    const isNew = base === undefined ? versions.isNew : base === 'v3';
    // If the file uses both versions, a path without a known base does not show its version.
    const isVersion2 = base === undefined ? versions.isVersion2 && !versions.isVersion3 : base === 'v2';
    const version = /^\/v2\.0/.exec(whole)?.[0] ?? '';
    const below = whole.slice(version.length).replace(/^\//, '').replace(joints, '{}');
    const path = `/${below}${isContinued(file, end) && below.endsWith('/') ? '{}' : ''}`;
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
    }
  }
  return [...found, ...versionsAlone(file), ...tokenPaths(file, names), ...shortPaths(file, names)];
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
