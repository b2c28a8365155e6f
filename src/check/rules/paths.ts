import { publicHosts as hosts } from '../../service/model/public-hosts.ts';
import type { SourceFile } from '../source/source-file.ts';
import type { Finding, ProjectContext } from './finding.ts';
import { inventedPath } from './invented-paths.ts';
import { movedPath, newPlace } from './moved-paths.ts';
import { serviceName, serviceUse } from './mentions.ts';
import { isBelowOwnPath, isOwnRoute, isPartOfAddress, versionsOf } from './path-context.ts';
import { shortPaths } from './short-paths.ts';

const part = String.raw`(?:\$?\{\{?[^}\n]{0,100}\}\}?|#\{[^}\n]{0,100}\}|[\w.%$~-]|:(?=\w))`;
const joined = String.raw`(?:['"\`]\s*[+.]\s*[^'"\`\n+]+?\s*[+.]\s*['"\`])`;
/** `vehicles/…` with what follows, also over `' + id + '`. What precedes may be a base in a hole: `${base}/vehicles`. */
const vehiclePath = new RegExp(
  String.raw`(?<![\w.:-]|smartcar\.com)(?:\/v2\.0)?\/?\bvehicles\/(?:${joined}|${part}|\/)+`,
  'g',
);
const versionAlone = /(?<![\w.])(?:\/v2\.0\b|v2\.0(?=\/|['"`]))/g;
/** Paths of version 2.0 without their host, make-specific ones, and those that version 3 never had. */
export function paths(file: SourceFile, { projectUsesService }: ProjectContext): Finding[] {
  if (!projectUsesService && !file.has(serviceName)) return [];
  const { isVersion2, isNew } = versionsOf(file);
  const found: Finding[] = [];
  for (const match of file.matches(vehiclePath, 'string')) {
    const [whole] = match;
    const start = match.index;
    if ([isPartOfAddress, isOwnRoute, isBelowOwnPath].some((rule) => rule(file, start))) continue;
    const version = /^\/v2\.0/.exec(whole)?.[0] ?? '';
    const path = `/${whole.slice(version.length).replace(/^\//, '').replace(new RegExp(joined, 'g'), '{}')}`;
    const place = { start, end: start + whole.length };
    const made = isNew ? inventedPath(path) : undefined;
    const moved = movedPath(path);
    if (made !== undefined) found.push({ kind: 'invented-path', ...place, instead: made });
    else if (isVersion2 && isWholeVehicle(file, path, place.end)) {
      found.push({ kind: 'v2-path', ...place, instead: newPlace('vehicles.attributes') });
    } else if (version !== '' && !moved) found.push({ kind: 'v2-address', ...place, instead: `/v3${path}` });
    else if (moved) {
      const isWhole = version === '' && file.text[place.end] !== '?' && !new RegExp(joined).test(whole);
      const fix = isWhole && moved.fix !== undefined ? moved.fix.slice(whole.startsWith('/') ? 0 : 1) : undefined;
      found.push({ kind: moved.kind, ...place, instead: moved.instead, fix });
    }
  }
  return [...found, ...versions(file), ...shortPaths(file)];
}

/** `vehicles/${id}` to its end: the path stays, but what it answers is wrapped. */
function isWholeVehicle(file: SourceFile, path: string, end: number): boolean {
  return /^\/vehicles\/[^/]*[^/\w.-][^/]*$/.test(path) && /^(?:['"`)]|\s*$)/m.test(file.text.slice(end, end + 3));
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
