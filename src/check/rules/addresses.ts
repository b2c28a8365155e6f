import { publicHosts as hosts } from '../../service/model/environment.ts';
import type { SourceFile } from '../source/source-file.ts';
import type { Finding } from './finding.ts';
import { inventedPath, isContinued, isContinuedElsewhere, movedPath, newPlace } from './path-context.ts';

/** A URL of the service with its path, which may contain placeholders in the notation of any language. */
const address =
  /(https?:\/\/)?(?<![\w.-])((?:[a-z]+\.)?(?:api|auth|iam|management|connect))\.smartcar\.com((?:\/(?:\$?\{\{?[^}\n]{0,100}\}\}?|#\{[^}\n]{0,100}\}|\\\([^()\n]{0,100}\)|\$\w+\[\w{1,20}\]|[\w.~%$:*-])*)*)/g;
const followed = /^['"`]\s{0,9}[+.&]\s{0,9}[^'"`\n]+?\s{0,9}[+.&]\s{0,9}['"`]([^'"`\s]*)/;

/** Finds URLs of version 2.0, and URLs of version 3 with a path that it does not have. */
export function addresses(file: SourceFile): Finding[] {
  return [...file.matches(address, 'string')].flatMap((match) => {
    const [whole, scheme = '', subdomain = '', path = ''] = match;
    const host = `${subdomain}.smartcar.com`;
    const start = match.index;
    const place = { start, end: start + whole.length };
    switch (host) {
      case hosts.v2.token: {
        // The address alone is the whole change only where the grant is that of version 3.
        const hasMoved = file.has(/client_?credentials/i) && !file.has(/authorization_?code|refresh_?(?:token|url)/i);
        const fix = path === '/oauth/token' && hasMoved ? `${scheme}${hosts.v3.token}/oauth2/token` : undefined;
        return [{ kind: 'token-address', ...place, instead: `https://${hosts.v3.token}/oauth2/token`, fix }];
      }
      case hosts.v2.management:
        return [{ kind: 'v2-address', ...place, instead: `https://${hosts.v3.management}/v3` }];
      case hosts.v2.data:
        return [dataAddress(file, place, scheme, path)];
      case hosts.v3.data: {
        const tail = continued(file, place.end);
        if (tail === '' && isContinuedElsewhere(file, start)) return [];
        const instead = inventedPath(path + tail);
        return instead === undefined ? [] : [{ kind: 'invented-path', ...place, instead }];
      }
      default:
        return [];
    }
  });
}

/** What follows a literal that is continued by `' + id + '…`. */
function continued(file: SourceFile, end: number): string {
  const joined = followed.exec(file.text.slice(end, end + 200));
  if (joined) return `{}${joined[1]}`;
  return isContinued(file, end) ? '{}' : '';
}

function dataAddress(
  file: SourceFile,
  place: { readonly start: number; readonly end: number },
  scheme: string,
  path: string,
): Finding {
  const newBase = `${hosts.v3.data}/v3`;
  const versioned = /^\/v\d(?:\.\d)?(?=\/|$)/.exec(path)?.[0] ?? '';
  const below = path.slice(versioned.length);
  const tail = continued(file, place.end);
  const isBase = tail === '' && isContinuedElsewhere(file, place.start);
  const moved = isBase ? undefined : movedPath(below + tail);
  if (moved) {
    // A concatenated URL cannot be changed in one place.
    const isWhole = tail === '' && file.text[place.end] !== '?';
    const fix = isWhole && moved.fix !== undefined ? `${scheme}${newBase}${moved.fix}` : undefined;
    const instead = moved.instead.replace(/^((?:DELETE )?)(?=\/)/, `$1https://${newBase}`);
    return { kind: moved.kind, ...place, instead, fix };
  }
  // Version 2.0 had more endpoints of a vehicle than the field mapping.
  if (/^\/vehicles\/[^/]+\/[a-z{$%#\\:]/.test(below + tail)) {
    return { kind: 'v2-path', ...place, instead: `https://${newBase}/vehicles/{id}/signals` };
  }
  // The base URL alone, or the only path that stays the same.
  const stays = /^\/?$|^\/vehicles\/[^/]+$/.test(below) || (isBase && /^\/vehicles\/?$/.test(below));
  const fix = stays && versioned !== '' && tail === '' ? `${scheme}${newBase}${below}` : undefined;
  const ofVehicle = /^\/vehicles\/[^/]+$/.test(below);
  const instead = `https://${newBase}${ofVehicle ? newPlace('vehicles.attributes') : ''}`;
  return { kind: 'v2-address', ...place, instead, fix };
}
