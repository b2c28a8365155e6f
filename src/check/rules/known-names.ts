import { publicHosts as hosts } from '../../service/model/environment.ts';
import type { SourceFile } from '../source/source-file.ts';

/** Matches the name of the service, but not "smart" followed by "card", "cart" or "care". */
export const serviceName = /[sS][mM][aA][rR][tT][-_]?[cC][aA][rR](?![a-z]|[DTEG](?![a-z]))/;

/** Matches what only a client of the service contains. */
export const serviceUse =
  /\bsmartcar\.com\b|['"]@?smartcar['"/]|^[ \t]*(?:import|from)[ \t]+smartcar\b|\bSMARTCAR_[A-Z]|\bcom\.smartcar\b|\bsmartcar\/go-sdk|\bSmartcar::|\bsc-(?:user-id|signature)\b/im;

/** Matches what a client of version 2.0 contains, but not one that has moved. */
const olderUse =
  /(?<![.\w])(?:api|auth)\.smartcar\.com|['"]smartcar['"]|^[ \t]*(?:import|from)[ \t]+smartcar\b|\bcom\.smartcar\.sdk|\bsmartcar\/go-sdk|\bSmartcar::/m;

/** The versions for which a text is written, as far as it shows. */
export function usedVersions(text: string): { readonly older: boolean; readonly newer: boolean } {
  return { older: olderUse.test(text), newer: text.includes('vehicle.api.smartcar.com') };
}

/** Names from version 2.0 that are rare elsewhere: worth checking in a project that uses the service. */
const ownNames =
  /\b(?:startPercentRemaining|endPercentRemaining|percentRemaining|percent_remaining|chargeStart|chargeEnd|isPluggedIn|is_plugged_in)\b/;

/** The object in which version 3 wraps every response about a vehicle. */
export const readsAttributes = /attributes/i;

/** Matches what a file may contain that uses the service by an address from another file. */
export const ofContract = /\bvehicles\b|\/(?:nominal_capacity|charge\/records)\b|event_?name/i;

const signature = /\bsc-(?:signature|user-id)\b/i;

/** A quick test for whether there can be any findings. It rules out most files. */
export function mayUseService(text: string): boolean {
  return serviceName.test(text) || ownNames.test(text) || signature.test(text);
}

/** What a URL leads to: a host of the service, by version, or another service. */
export type Base = 'v2' | 'v3' | 'v2-token' | 'v3-token' | 'other';
/** What a name stands for, judging by its assignment. An HTTP client may have a base URL. */
export type Meaning = Base | 'http' | `http ${Base}` | 'server' | 'sdk' | 'vehicle' | 'vehicles' | 'makes-vehicle';
export type Names = ReadonlyMap<string, Meaning>;

const address =
  /https?:\/\/[\w.-]+(?::\d+)?[^\s'"`]{0,80}|(?<![\w.@/-])(?:[a-z]+\.)?(?:api|auth|iam|connect)\.smartcar\.com[^\s'"`]{0,80}/g;
const bases: Readonly<Record<string, Base>> = {
  [hosts.v2.data]: 'v2',
  [hosts.v3.data]: 'v3',
  [hosts.v2.token]: 'v2-token',
  [hosts.v3.token]: 'v3-token',
};
const ownMachine = /^(?:localhost|127\.|0\.0\.0\.0|host\.docker)/;

/** Undefined if the URL does not show it: a server on the same machine may simulate any version. */
export function baseOfAddress(text: string): Base | undefined {
  const [, host = '', path = ''] = /^(?:https?:\/\/)?([\w.-]+)(?::\d+)?(.*)$/.exec(text) ?? [];
  if (!ownMachine.test(host)) return bases[host] ?? 'other';
  return /\/v2\.0\b/.test(path) ? 'v2' : undefined;
}

/** Matches the creation of an HTTP client. */
const clients =
  /\b(?:axios|ky|got|ofetch|\$fetch|wretch|request|needle)\.(?:create|extend|defaults|instance)\s*\(|\brequests\.[sS]ession\s*\(|\bhttpx\.(?:Async)?Client\s*\(|\baiohttp\.ClientSession\s*\(|\bFaraday\.new\b|\bnew\s+(?:\w+\\)*(?:Http|Guzzle)?Client\s*\(|\bresty\.New\s*\(|\bWebClient\.(?:create|builder)\s*\(|\bDio\s*\(/g;
/** Matches the creation of a server or router for the application's own routes. */
const servers =
  /\b(?:express|fastify|Fastify|restify\.createServer|express\.Router|Router|new\s+(?:Hono|Koa|KoaRouter|Elysia|OpenAPIHono)|Flask|Blueprint|FastAPI|APIRouter|\w+\.NewRouter|\w+\.NewServeMux|gin\.(?:Default|New)|echo\.New|fiber\.New)\s*(?:<[^<>()\n]{0,80}>)?\(/g;
const vehicles = /\b(?:\w+(?:\.|::))?(?:New)?(?:create\w{0,30})?Vehicle(?:\.new)?\s*\(/g;
const sdkClients = /\b(?:\w+(?:\.|::))?(?:New)?AuthClient(?:\.new|\.Builder)?\s*\(/g;
/** Matches declarations with a type: `Vehicle car`, `car: Vehicle`, `car *smartcar.Vehicle`, `@param {Vehicle} car`. */
const typed =
  /\b(Vehicle|AuthClient)\??\s+(?!implements\b|extends\b|is\b|in\b|as\b)([a-z_]\w*)\s*[,;)=:(]|(?<![\w$])([A-Za-z_$][\w$]*)\??\s*:\s*(?:\w+\.)?(Vehicle|AuthClient)\b(?!\s*[.(])|\b(\w+)\s+\*?smartcar\.(Vehicle|AuthClient)\b|\{[^{}\n]{0,40}\b(Vehicle|AuthClient)\b[^{}\n]{0,20}\}\s+\[?(\w+)/g;

const known = new WeakMap<SourceFile, Names>();

/**
 * The meanings of the names in a file: from assignments, types, and imports. A name with two meanings has none.
 *
 * @param imported see `ProjectContext`
 */
export function namesOf(file: SourceFile, imported: Names | undefined): Names {
  const before = known.get(file);
  if (before) return before;
  const names = new Map<string, Meaning>(imported);
  const doubtful = new Set<string>();
  const add = (name: string | undefined, meaning: Meaning) => {
    if (name === undefined || doubtful.has(name)) return;
    const other = names.get(name);
    if (other !== undefined && other !== meaning && imported?.has(name) !== true) {
      names.delete(name);
      doubtful.add(name);
    } else names.set(name, meaning);
  };
  for (const { index, 0: text } of file.matches(address, 'string')) {
    const base = baseOfAddress(text);
    if (base === undefined) continue;
    const line = lineBefore(file, index);
    add(assigned(line), base);
    add(/(\w+)\.(?:defaults\.|options\.)?base_?(?:url|uri|address)\s*=[^=;]*$/i.exec(line)?.[1], `http ${base}`);
  }
  for (let round = 0; round < 2; round++) {
    for (const { 1: name, 2: of = '' } of file.matches(aliases)) {
      const meaning = names.get(of);
      if (name !== undefined && name !== of && isBase(meaning)) add(name, meaning);
    }
  }
  for (const { index, 0: call } of file.matches(clients, 'code')) {
    const base = baseWithin(file.text.slice(index + call.length, index + call.length + 300), names);
    add(assigned(lineBefore(file, index)), base === undefined ? 'http' : `http ${base}`);
  }
  for (const { index } of file.matches(servers, 'code')) add(assigned(lineBefore(file, index)), 'server');
  for (const match of file.text.matchAll(typed)) {
    const type = match[1] ?? match[4] ?? match[6] ?? match[7];
    add(match[2] ?? match[3] ?? match[5] ?? match[8], type === 'Vehicle' ? 'vehicle' : 'sdk');
  }
  for (const { index } of file.matches(sdkClients, 'code')) add(assigned(lineBefore(file, index)), 'sdk');
  for (const { index } of file.matches(vehicles, 'code')) {
    const [, list] = listOf.exec(lineBefore(file, index)) ?? [];
    add(list ?? assigned(lineBefore(file, index)), list === undefined ? 'vehicle' : 'vehicles');
    add(maker(file.text.slice(Math.max(0, index - 300), index)), 'makes-vehicle');
  }
  for (const { 1: name, 2: called = '' } of file.matches(calls, 'code')) {
    if (names.get(called) === 'makes-vehicle') add(name, 'vehicle');
  }
  for (const { 1: looped, 2: list, 3: each = list, 4: passed } of file.matches(elements, 'code')) {
    if (names.get(each ?? '') === 'vehicles') add(looped ?? passed, 'vehicle');
  }
  known.set(file, names);
  return names;
}

/** Also finds a name without what precedes it: `config.AUTH`, `this.api`. */
export function meaningOf(names: Names, name: string): Meaning | undefined {
  return names.get(name) ?? names.get(/\w+$/.exec(name)?.[0] ?? '');
}

export function isBase(meaning: Meaning | undefined): meaning is Base {
  return meaning === 'other' || /^v[23]/.test(meaning ?? '');
}

/** The base URL of an HTTP client. */
export function baseOfClient(meaning: Meaning | undefined): Base | undefined {
  return meaning?.startsWith('http ') === true ? (meaning.slice('http '.length) as Base) : undefined;
}

const aliases =
  /(?<![\w$.])([A-Za-z_$][\w$]{0,60})\s{0,20}(?::=|=|:)\s{0,20}(?:new\s{1,3}\w{1,20}\()?(?:[fF]?["'`]\$?\{{1,2})?(?:this\.|self\.)?([A-Za-z_$][\w$]{0,60})(?![\w$(.])/g;
const calls =
  /(?<![\w$.])([A-Za-z_$][\w$]{0,60})\s{0,20}:?=\s{0,20}(?:await\s{1,3})?(?:[A-Za-z_$][\w$]{0,60}\.)?([A-Za-z_$][\w$]{0,60})\(/g;

/** `cars = ids.map((id) => new `, `cars = [`: what is created next is in a list. */
const listOf =
  /(?<![\w$])([A-Za-z_$][\w$]{0,60})\s{0,3}(?::[^=]{1,40})?:?=\s{0,3}(?:\[|[\w$.]{1,60}\.(?:map|collect)\b[^;\n]{0,60}?)\s{0,3}(?:new\s{1,3})?$/;
/** `for (const car of cars)`, `for car in cars`, `cars.forEach((car) =>`, `cars.each do |car|`. */
const elements =
  /\bfor\s{0,3}\(?\s{0,3}(?:(?:const|let|var|final)\s{1,3})?(?:_,\s{0,3})?([A-Za-z_$][\w$]{0,60})\s{1,3}(?:of|in|:=\s{0,3}range)\s{1,3}(?:(?:this|self)\.)?([A-Za-z_$][\w$]{0,60})|(?<![\w$])([A-Za-z_$][\w$]{0,60})\??\.(?:forEach|map|flatMap|filter|find|some|every|each|collect)\s{0,3}(?:\(\s{0,3}(?:async\s{0,3})?\(?|\{\s{0,3}\|?|do\s{0,3}\|)\s{0,3}([A-Za-z_$][\w$]{0,60})/g;

const lineBefore = (file: SourceFile, index: number) => {
  const before = file.text.slice(Math.max(0, index - 140), index);
  return before.slice(before.lastIndexOf('\n') + 1);
};

/** The name to which a value is assigned, judging by what precedes it on its line. */
function assigned(line: string): string | undefined {
  const [, name] =
    /([A-Za-z_$@][\w$]*)['"]?\]?\s{0,20}(?::\s{0,3}[^=:;{}"']{1,50})?(?::=|=>|=|:|<-)\s{0,20}(?![=>])[^=;,{}]{0,70}$/.exec(
      line,
    ) ??
    /\bdefine\(\s{0,3}['"](\w+)['"],\s{0,3}['"]?$/.exec(line) ??
    /#define\s{1,5}(\w+)\s{1,5}['"]$/.exec(line) ??
    /@(\w+)\s{1,5}['"]$/.exec(line) ??
    [];
  return name?.replace(/^[@$]/, '');
}

/** The function that returns what is created at the end of this text. */
function maker(before: string): string | undefined {
  if (!/(?:\breturn|=>|=)\s+(?:await\s+)?(?:new\s+)?$/.test(before)) return undefined;
  const made = [
    ...before.matchAll(
      /\bfunction\s+(\w+)\s*\(|\b(\w+)\s*=\s*(?:async\s*)?\([^()]*\)\s*(?::[^=]{0,40})?=>|\b(?:def|fun|func)\s+(\w+)\s*\(|\bVehicle\s+(\w+)\s*\(/g,
    ),
  ].at(-1);
  return made?.slice(1).find((name) => name !== undefined);
}

/** The base URL among a client's options. */
function baseWithin(options: string, names: Names): Base | undefined {
  const [within = ''] = options.split(/\)\s*;|\)\s*\n|\n\s*\n/, 1);
  const [written] = within.match(address) ?? [];
  if (written !== undefined) return baseOfAddress(written);
  // A path of the application's own server.
  if (/base_?ur[li]['"]?\s{0,3}(?:=>|[:=])\s{0,3}['"`]\//i.test(within)) return 'other';
  const [, name = ''] =
    /(?:base_?ur[li]|prefix_?url|base_?address)['"]?\s{0,3}(?:=>|[:=])\s{0,3}[`"']?(?:\$?\{)?(?:\w+\.)*(\w+)/i.exec(
      within,
    ) ??
    /\b(base_?ur[li]|prefix_?url)\b/i.exec(within) ??
    /^\s*(\w+)/.exec(within) ??
    [];
  const meaning = names.get(name);
  return isBase(meaning) ? meaning : undefined;
}
