import type { SourceFile } from '../source/source-file.ts';
import type { Finding } from './finding.ts';
import { inventedPath } from './invented-paths.ts';
import { makeSegment, movedPath } from './moved-paths.ts';
import { isOwnPage, isOwnRoute, isPartOfAddress, versionsOf } from './path-context.ts';

const endpoint =
  'battery(?:\\/(?:nominal_)?capacity)?|charge(?:\\/limit)?|odometer|location|fuel|tires\\/pressure|engine\\/oil|vin|security|permissions|service\\/history';

/** Paths without `vehicles/{id}`: the client adds it, or they have none. */
export function shortPaths(file: SourceFile): Finding[] {
  return [
    ...endpoints(file),
    ...words(file),
    ...lists(file),
    ...makeRequests(file),
    ...postedSignals(file),
    ...commands(file),
  ];
}

/** Endpoints below a vehicle, as a batch takes them: `'/battery/capacity'`. */
function endpoints(file: SourceFile): Finding[] {
  const literal = new RegExp(`(?<=(['"\`]))\\/(?:${endpoint})(?=\\1)`, 'g');
  const found = [...file.matches(literal, 'string')].filter(({ index }) => !isOwnRoute(file, index));
  // One such path may be anybody's; one of two segments is the service's, and so is a list of them.
  const isList = new Set(found.map(([path]) => path)).size >= 3;
  return found
    .filter((match) => isList || match[0].lastIndexOf('/') > 0 || takesAction(file, match) || followsId(file, match))
    .map((match) => moved(match, `/vehicles/{id}${match[0]}`));
}

/** `read(token, id, 'odometer')`, where the file puts such a word into `…/v2.0/vehicles/${id}/${path}`. */
function words(file: SourceFile): Finding[] {
  const open =
    /(?<![.\w])api\.smartcar\.com\/v\d[^\s'"`]{0,20}\/vehicles\/[^\s/'"`]{1,100}\/(?:\$?\{[^}\n]{1,100}\}|\$\w+|%[sv])(?=['"`])/;
  if (!file.has(open, 'string')) return [];
  const word = new RegExp(`(?<=[(,]\\s{0,40}(['"\`]))(?:${endpoint})(?=\\1\\s{0,40}[,)])`, 'g');
  return [...file.matches(word, 'string')].map((match) => moved(match, `/vehicles/{id}/${match[0]}`));
}

/** `${base}/vehicles`, `get('/user')`, and their keys in OpenAPI, in a file that has the address itself. */
function lists(file: SourceFile): Finding[] {
  const { isVersion2, isVersion3, isNew } = versionsOf(file);
  if (!isVersion2 && !isVersion3) return [];
  const literal = /(?:(?<=['"`}])|(?<=^[ \t]{1,8}))\/(?:vehicles|user|compatibility)\/?(?=['"`?]|:[ \t]*$)/gm;
  const found = [...file.matches(literal, 'string')];
  return found.flatMap((match): Finding[] => {
    const { index } = match;
    if (isOwnRoute(file, index) || isOwnPage(file, index) || isPartOfAddress(file, index)) return [];
    if (!isNew) return [moved(match, match[0])];
    const instead = inventedPath(match[0]);
    return instead === undefined ? [] : [{ kind: 'invented-path', ...place(match), instead }];
  });
}

/** `request('POST', 'tesla/charge/ammeter')`: relative to a vehicle, as the SDKs take it. */
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

/** `send('/security', { action: 'LOCK' })`. */
function takesAction(file: SourceFile, { index, 0: path }: RegExpExecArray): boolean {
  const end = index + path.length;
  return /^['"`]\s*,\s*\{\s*['"]?action\b/.test(file.text.slice(end, end + 40));
}

/** `send('/' + id + '/security')`, where the file's own address ends with `/vehicles`. */
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

/** `'/commands/charge/limit'`: version 3 has other commands. */
function commands(file: SourceFile): Finding[] {
  return [...file.matches(/(?<=['"`])\/commands\/[\w/-]+(?=['"`])/g, 'string')].flatMap((match): Finding[] => {
    const instead = inventedPath(match[0]);
    return instead === undefined ? [] : [{ kind: 'invented-path', ...place(match), instead }];
  });
}

function moved(match: RegExpExecArray, path: string): Finding {
  const { kind = 'v2-path', instead } = movedPath(path) ?? {};
  return { kind, ...place(match), instead };
}

const place = ({ index, 0: whole }: RegExpExecArray) => ({ start: index, end: index + whole.length });
