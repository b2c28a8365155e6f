import type { SourceFile } from '../source/source-file.ts';

/** A route of one's own: `app.get('/vehicles/:id/battery'`. */
const ownRoute =
  /\b(?:\w*Router|app|router|server|route|fastify|api|r|mux|Route|Router)\s*(?:\.|::|->)\s*(?:get|post|put|delete|patch|all|use|route|GET|POST|HandleFunc|Handle)\s*\(\s*['"`]?$|@(?:app|bp|router|blueprint|\w+)\.(?:route|get|post)\(\s*['"]?$|@(?:Get|Post|Request|Delete|Put)(?:Mapping)?\(.*$/;
/** A page of one's own: `navigate('/vehicles'`, `href="/vehicles"`. */
const ownPage =
  /\b(?:redirect|navigate|push|replace|href|to|path|pathname|startsWith|endsWith|includes)\b[\s(={:"'`]{0,8}$/;

export function isOwnRoute(file: SourceFile, start: number): boolean {
  const before = file.text.slice(Math.max(0, start - 300), start);
  const line = before.slice(before.lastIndexOf('\n') + 1);
  return ownRoute.test(line);
}

export function isOwnPage(file: SourceFile, start: number): boolean {
  return ownPage.test(file.text.slice(Math.max(0, start - 40), start));
}

/** Below a path of one's own, `/api/smartcar/vehicles/…`: the service has nothing before it but a version. */
export function isBelowOwnPath(file: SourceFile, start: number): boolean {
  return /(?<!\/)\/(?!v\d)[A-Za-z][\w-]*\/$/.test(file.text.slice(Math.max(0, start - 80), start));
}

export function isPartOfAddress(file: SourceFile, start: number): boolean {
  return /smartcar\.com(?:\/[^\s'"`]*)?$/.test(file.text.slice(Math.max(0, start - 120), start));
}

/** Which versions a file writes in its own addresses, and whether version 3 is the only one. */
export function versionsOf(file: SourceFile) {
  const isVersion3 = file.has(/vehicle\.api\.smartcar\.com|\/v3\b/);
  const isVersion2 = file.has(/(?<![.\w])api\.smartcar\.com|\/v2\.0/);
  return { isVersion2, isVersion3, isNew: isVersion3 && !isVersion2 };
}

/** Whether an address is kept under a name, and more is added to it elsewhere: `${API}/${id}`, `API + '/' + id`. */
export function isContinuedElsewhere(file: SourceFile, start: number): boolean {
  const [, name] =
    /\b(\w+)\s*(?::\s*\w+\s*)?(?:=|:=|:)\s*['"`]$/.exec(file.text.slice(Math.max(0, start - 80), start)) ?? [];
  return name !== undefined && new RegExp(String.raw`\{${name}\}/|\b${name}\s*\+\s*f?['"\`]/`).test(file.text);
}
