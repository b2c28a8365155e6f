import { readlinkSync, realpathSync } from 'node:fs';
import { join, parse, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { t } from '../translate.ts';
import { pathBelow } from './path-below.ts';

/** `\\host\share`, `\\.\device`, `\??\…`, with slashes of either kind, but not `\\?\C:\…`. */
const isHost = /^[\\/](?:[\\/](?!\?[\\/][a-z]:(?:[\\/]|$))|\?)/i;
/** Windows finds these in every folder, with any ending. */
const hasDevice = /(?:^|[\\/:])(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[\d¹²³]) *(?:[.:][^\\/]*)?(?:[\\/]|$)/i;

/** Whether a path is of another host or of a device: on Windows, where looking at it is enough to sign in there. */
export function isElsewhere(path: string, platform = process.platform): boolean {
  return platform === 'win32' && (isHost.test(path) || hasDevice.test(path));
}

/**
 * A path that somebody else has named, which may be a `file:` URL, before anything looks at it. Throws an Error if it
 * is of another host or of a device, or a link in it leads to one.
 *
 * @param opened folders that the person has opened, on whichever host
 */
export function localPath(text: string, opened: readonly string[] = [], platform = process.platform): string {
  const refuse = (path: string) => {
    if (!isElsewhere(path, platform) || opened.some((folder) => pathBelow(folder, path) !== undefined)) return;
    throw new Error(
      t('{0} is on another host or a device. Use a path of this machine, or open its folder in VS Code.', text),
    );
  };
  const isOfWindows = platform === 'win32';
  const path = /^file:\/\//i.test(text) && URL.canParse(text) ? fileURLToPath(text, { windows: isOfWindows }) : text;
  refuse(path);
  if (isOfWindows) for (const link of linksIn(resolve(path))) refuse(link);
  return path;
}

/** Where the links in an absolute path lead, each before it is followed. */
function* linksIn(path: string): Generator<string> {
  let { root: at } = parse(path);
  const rest = path.slice(at.length).split(sep);
  for (let links = 0, part = rest.shift(); part !== undefined; part = rest.shift()) {
    const next = join(at, part);
    let target: string;
    try {
      target = readlinkSync(next);
    } catch {
      at = next;
      continue;
    }
    // Windows follows no more.
    if (++links > 63) return;
    yield target;
    const real = resolve(at, target);
    at = parse(real).root;
    rest.unshift(...real.slice(at.length).split(sep));
  }
}

/** The path as the file system spells it, in its own case and without links. Throws if there is nothing. */
export function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    // Windows doesn't know the names of all disks.
    return realpathSync(path);
  }
}
