import type { SourceFile } from '../source/source-file.ts';
import { type Base, baseOfAddress, baseOfClient, isBase, meaningOf, type Names } from './known-names.ts';

/** A call that adds a route to a server, with the server's name: `app.get('/vehicles/:id/battery'`. */
const routeCall =
  /([\w$]+)\s*(?:\.|::|->)\s*(?:get|post|put|delete|patch|all|use|route|GET|POST|HandleFunc|Handle)\s*\(\s*['"`]?$/;
const routeMark =
  /^\s{0,40}(?:get|post|put|patch|delete)\s{1,3}['"]$|@(?:\w+)\.(?:route|get|post|put|delete|patch)\(\s*['"]?$|@(?:Get|Post|Request|Delete|Put)(?:Mapping)?\(.*$/;
/** Common names of servers, for when the assignment of a name is unknown. */
const usualServer = /^(?:\w*Router|app|router|server|route|fastify|api|r|mux|Route)$/;
/** A page of the application itself: `navigate('/vehicles'`, `href="/vehicles"`. */
const ownPage =
  /\b(?:redirect|navigate|push|replace|href|to|path|pathname|startsWith|endsWith|includes)\b[\s(={:"'`]{0,8}$/;

/**
 * Whether a path is a route of the application's own server: decided by what was assigned to the name, and by a handler
 * next to the path.
 */
export function isOwnRoute(file: SourceFile, start: number, end: number, names: Names): boolean {
  const before = file.text.slice(Math.max(0, start - 300), start);
  const line = before.slice(before.lastIndexOf('\n') + 1);
  if (routeMark.test(line)) return true;
  const [, name] = routeCall.exec(line) ?? [];
  if (name === undefined) return false;
  const meaning = meaningOf(names, name);
  if (meaning === 'server') return true;
  if (meaning !== undefined || !usualServer.test(name)) return false;
  // A route needs a handler.
  return !/^['"`]?\s*\)(?!\s*\.(?:get|post|put|delete|patch|all)\b)/.test(file.text.slice(end, end + 60));
}

const nameInFront = String.raw`((?:[\w$]+\.)*[\w$]+)`;
const inHole = new RegExp(String.raw`(?:\$\{|#\{|\{|\\\(|\$)(?:this\.|self\.|@)?${nameInFront}(?:\.\w+\(\))?[)}]?\/?$`);
const beforeSign = new RegExp(String.raw`${nameInFront}\s{0,5}(?:\+|\.\.?|&|<>)\s{0,5}[fF$@]{0,2}['"\`]\/?$`);
const firstArgument = new RegExp(
  String.raw`\(\s{0,5}${nameInFront}(?:\s*\+\s*['"]\/['"])?\s{0,3},\s{0,5}[fF$@]{0,2}['"\`]\/?$`,
);
const receiver = new RegExp(
  String.raw`${nameInFront}(?:\??(?:\.|->)\s{0,3}\w+)?(?:<[^<>()\n]{0,80}>)?\(\s{0,20}[fF$@]{0,2}['"\`]\/?$`,
);
const lastArgument = new RegExp(
  String.raw`^[^\n;]{0,80}?['"\`\w)]\s{0,3},\s{0,3}(?:${nameInFront}|['"\`](https?:[^\s'"\`]{1,80})['"\`])\s{0,3},?\s{0,3}\)`,
);
const inFormat = new RegExp(String.raw`(?:\{\}|%[sv]|\{0\})\/?$`);
const formatted = new RegExp(String.raw`^[^'"\`\n]{0,120}['"\`]\s{0,3}(?:,|\.format\(|%\s*\(?)\s{0,3}${nameInFront}`);

/** Where a path leads, judging by what precedes it: a constant, a placeholder, or the client that it is passed to. */
export function baseOf(file: SourceFile, start: number, end: number, names: Names): Base | undefined {
  const before = file.text.slice(Math.max(0, start - 120), start);
  const name = (inHole.exec(before) ?? beforeSign.exec(before) ?? firstArgument.exec(before))?.[1];
  const direct = name === undefined ? undefined : meaningOf(names, name);
  if (isBase(direct)) return direct;
  const after = file.text.slice(end, end + 200);
  if (inFormat.test(before)) {
    const first = meaningOf(names, formatted.exec(after)?.[1] ?? '');
    if (isBase(first)) return first;
  }
  if (/\b(?:URL|url|urljoin|resolve)\(\s{0,5}[fF]?['"`]\/?(?:v3\/)?$/.test(before)) {
    const [, base = '', written] = lastArgument.exec(after) ?? [];
    if (written !== undefined) return baseOfAddress(written);
    const named = meaningOf(names, base);
    if (isBase(named)) return named;
  }
  return baseOfClient(
    meaningOf(names, receiver.exec(before)?.[1]?.replace(/\.\w+$/, '') ?? '') ??
      meaningOf(names, receiver.exec(before)?.[1] ?? ''),
  );
}

/** Whether something is appended to a literal that ends here: `'/vehicles/' + id`. */
export function isContinued(file: SourceFile, end: number): boolean {
  return /^\/?['"`]\s{0,5}(?:\+|\.{1,2}(?=\s|\$|\w+\s*\.)|&(?!&)|<>)/.test(file.text.slice(end, end + 40));
}

export function isOwnPage(file: SourceFile, start: number): boolean {
  return ownPage.test(file.text.slice(Math.max(0, start - 40), start));
}

/**
 * Whether it is below a path of the application's own, `/api/smartcar/vehicles/…`. In paths of the service, only a
 * version precedes it.
 */
export function isBelowOwnPath(file: SourceFile, start: number): boolean {
  return /(?<!\/)\/(?!v\d)[A-Za-z][\w-]*\/$/.test(file.text.slice(Math.max(0, start - 80), start));
}

export function isPartOfAddress(file: SourceFile, start: number): boolean {
  return /smartcar\.com(?:\/[^\s'"`]*)?$/.test(file.text.slice(Math.max(0, start - 120), start));
}

/** The versions that occur in a file's own URLs, and whether version 3 is the only one. */
export function versionsOf(file: SourceFile) {
  const isVersion3 = file.has(/vehicle\.api\.smartcar\.com|\/v3\b/);
  const isVersion2 = file.has(/(?<![.\w])api\.smartcar\.com|\/v2\.0/);
  return { isVersion2, isVersion3, isNew: isVersion3 && !isVersion2 };
}

/** Whether a URL is assigned to a name to which more is appended elsewhere: `${API}/${id}`, `API + '/' + id`. */
export function isContinuedElsewhere(file: SourceFile, start: number): boolean {
  const [, name] =
    /\b(\w{1,60})\s{0,20}(?::\s{0,5}\w{1,40}\s{0,5})?(?:=|:=|:)\s{0,20}['"`]$/.exec(
      file.text.slice(Math.max(0, start - 120), start),
    ) ?? [];
  return name !== undefined && continuedNames(file).has(name);
}

const continuing = new WeakMap<SourceFile, ReadonlySet<string>>();

/** Cached for each file, because it may have a URL on every line. */
function continuedNames(file: SourceFile): ReadonlySet<string> {
  const before = continuing.get(file);
  if (before) return before;
  const joined =
    /\{(\w{1,60})\}\/|(?<!\w)(\w{1,60})\s{0,5}(?:\+|&|\.\.?)\s{0,5}[fF$@]{0,2}['"`]\/|\b(?:[jJ]oin|JoinPath)\(\s{0,5}(\w{1,60}),/g;
  const found = [...file.text.matchAll(joined)].map(([, hole, sum, argument]) => hole ?? sum ?? argument ?? '');
  const names = new Set(found);
  continuing.set(file, names);
  return names;
}
