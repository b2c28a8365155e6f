import { groupBy } from '../../common/missing-in-node-20.ts';
import { type Language, languageOf } from '../source/languages.ts';
import { notebookCode, SourceFile } from '../source/source-file.ts';
import { addresses } from './addresses.ts';
import { fieldNames } from './fields.ts';
import { type Finding, type FindingKind, type ProjectContext, severities } from './finding.ts';
import { followed } from './imports.ts';
import { mayUseService, ofContract, readsAttributes, serviceName, serviceUse } from './known-names.ts';
import { paths } from './paths.ts';
import { sdkCalls } from './sdk.ts';
import { tokens } from './tokens.ts';
import { userHeader } from '../../service/field-mapping/field-mappings.ts';

/** In order of priority: a later rule does not report what an earlier one has found. */
const rules = [
  addresses,
  ids,
  missingUserHeader,
  paths,
  wrappedAnswers,
  webhooks,
  sdkCalls,
  fieldNames,
  tokens,
  webhookUse,
];

/** The findings in one file, in order. */
export function checkText(path: string, text: string, context: ProjectContext): readonly Finding[] {
  const language = languageOf(path);
  if (language === undefined) return [];
  const isImporting = (context.imported?.size ?? 0) > 0;
  if (!mayUseService(text) && !isImporting && !(context.projectUsesService && ofContract.test(text))) return [];
  const findings = language === 'notebook' ? inNotebook(text, context) : found(text, language, context);
  if (serviceName.test(text) || (isImporting && followed.has(language))) return findings;
  return findings.map((each) => (guessed.has(each.kind) ? { ...each, fix: undefined, isGuess: true } : each));
}

/** Kinds that are only guessed in a file that neither names the service nor imports from one that does. */
const guessed: ReadonlySet<FindingKind> = new Set(['v2-address', 'v2-path', 'invented-path', 'webhook-event']);

function found(text: string, language: Language, context: ProjectContext): readonly Finding[] {
  const file = new SourceFile(text, language);
  const findings: Finding[] = [];
  const taken = new Uint8Array(text.length);
  for (const rule of rules) {
    for (const finding of rule(file, context)) {
      const { start, end } = finding;
      if (taken.subarray(start, end).includes(1)) continue;
      taken.fill(1, start, end);
      findings.push(finding);
    }
  }
  return oneInfoOfAKind(findings.sort((a, b) => a.start - b.start));
}

/** Infos of one kind are reported only once for each file. */
function oneInfoOfAKind(findings: readonly Finding[]): Finding[] {
  const byKind = groupBy(findings, ({ kind }) => kind);
  return findings.flatMap((finding) => {
    const alike = byKind.get(finding.kind) ?? [];
    if (severities[finding.kind] !== 'info' || alike.length === 1) return [finding];
    return finding === alike[0] ? [{ ...finding, more: alike.length - 1 }] : [];
  });
}

/** A notebook is a JSON file with code in its strings. */
function inNotebook(text: string, context: ProjectContext): readonly Finding[] {
  const notebook = notebookCode(text);
  if (!notebook) return found(text, 'json', context);
  const { code, language, place } = notebook;
  const known = languageOf(`cell.${language === 'python' ? 'py' : language === 'javascript' ? 'js' : language}`);
  return found(code, known ?? 'text', context).map(({ fix, ...finding }) => ({
    ...finding,
    ...place(finding.start, finding.end),
    fix: fix === undefined ? undefined : JSON.stringify(fix).slice(1, -1),
  }));
}

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const newId = String.raw`client_[0-9A-Za-z]{8,}`;
const assigned = String.raw`['"]?\s*(?:=>|[:=,])\s*['"\`]?`;

/**
 * Finds IDs of an application that are used in place of another one of its three IDs, where the ID itself is in the
 * file.
 */
function ids(file: SourceFile): Finding[] {
  if (!file.has(serviceName)) return [];
  const wrong: (readonly [RegExp, string])[] = [
    // Connect expects the application ID; with `client_…` it shows an error in the browser.
    [
      new RegExp(String.raw`connect\.smartcar\.com[^\s'"\`]{0,400}[?&](?:client_id|application_id)=${newId}`, 'g'),
      'application_id',
    ],
    [new RegExp(String.raw`(?<![a-z])application_?id${assigned}${newId}`, 'gi'), 'application_id'],
    [new RegExp(String.raw`\bSMARTCAR_(?:V3_|API_)CLIENT_ID${assigned}${uuid}`, 'gi'), 'client_…'],
  ];
  // The token endpoint of version 3 expects the API client ID.
  if (file.has(/iam\.smartcar\.com/) && !file.has(/connect\.smartcar\.com|auth\.smartcar\.com/)) {
    wrong.push([new RegExp(String.raw`\bclient_?id${assigned}${uuid}`, 'gi'), 'client_…']);
  }
  if (file.has(/\bAuthClient\b/, 'code')) {
    wrong.push([new RegExp(String.raw`\bclient_?id${assigned}${newId}`, 'gi'), 'application_id']);
  }
  return wrong.flatMap(([pattern, instead]) =>
    [...file.matches(pattern)].map(({ index, 0: whole }): Finding => ({
      kind: 'wrong-id',
      start: index,
      end: index + whole.length,
      instead,
    })),
  );
}

/** Finds requests for signals and commands of version 3 that do not name the owner. */
function missingUserHeader(file: SourceFile): Finding[] {
  const isVersion3 = file.has(/vehicle\.api\.smartcar\.com/);
  const sends = file.has(/\bauthorization\b|\bbearer\b/i);
  if (!isVersion3 || !sends || file.has(new RegExp(userHeader, 'i'))) return [];
  const needs = /\/vehicles\/[^\s'"`]{0,200}(?:['"`]\s*[+.]\s*[^'"`\n]{1,200}['"`])?\/(?:signals|commands)\b[^\s'"`]*/g;
  return [...file.matches(needs, 'string')].map(({ index, 0: whole }) => ({
    kind: 'missing-user-header',
    start: index,
    end: index + whole.length,
    instead: userHeader,
  }));
}

const request = /(?<=\/)signals(?:\/[\w-]+)?(?=['"`?])/g;
/** Matches code that parses a response. */
const parses =
  /\.json\b|\bJSON\.parse\b|\bjson\.loads\b|\bjson_decode\b|\breadValue\(|\bfromJson\b|\bDecode\(|\.data\b/;

/** Finds requests for signals in code that never unwraps them: it has only changed the path. */
function wrappedAnswers(file: SourceFile, context: ProjectContext): Finding[] {
  if (context.readsAttributes !== false || !file.text.includes('signals') || readsAttributes.test(file.text)) return [];
  if (!file.has(/vehicle\.api\.smartcar\.com|\bsc-user-id\b/i) || !file.has(parses)) return [];
  return [...file.matches(request, 'string')].map(({ index, 0: path }) => ({
    kind: 'moved-field',
    start: index,
    end: index + path.length,
    instead: 'attributes.body',
  }));
}

const isAboutWebhooks = /sc-signature|sc_signature|verify_?payload|hash_?challenge|verifySignature/i;
/** A body that was parsed and serialized again: its bytes may differ from those that were signed. */
const written = String.raw`JSON\.stringify\(|json\.dumps\(|json_encode\(|JSON\.generate\(|\.to_json\b|json\.Marshal\(|JsonSerializer\.Serialize\(|writeValueAsString\(|toJson\(`;
const checks = String.raw`\.update\(|hmac\.new\(|hash_hmac\(|HMAC\.(?:hex)?digest\(|verify_?[pP]ayload\(|verify_?[sS]ignature\(|hashChallenge\(|hash_challenge\(|ComputeHash\(|doFinal\(`;
const rewritten = new RegExp(String.raw`(?:${checks})[^;{}]{0,240}?(${written})`, 'gs');
/** Those of version 2.0 name it `eventName`, and have `payload` in place of `data`. */
const eventName = /\b(?:eventName|event_name|EventName)\b/g;
/** What only a receiver of events of version 2.0 reads: its own events' names, and the challenge in `payload`. */
const olderEvent =
  /\b(?:eventName|event_name|EventName)\b[^\n]{0,60}(?:verify|schedule)\b|\bpayload\b[^\w\n]{1,8}(?:get\w{0,20}\W{1,3})?challenge\b|\bhash_?challenge\b[^\n]{0,80}\bpayload\b/gi;
/** What repeats a piece of code, which may stand on the next lines. */
const repeats =
  /\bsetInterval\s?\(|\bcron\.schedule\s?\(|\bschedule\.every\s?\(|\bscheduleAtFixedRate\s?\(|\bscheduleWithFixedDelay\s?\(|\btime\.(?:NewTicker|Tick)\s?\(|@Scheduled\b|@Cron\b/g;
/** A read of a vehicle's data, in the words of either version. */
const readsVehicle =
  /\/vehicles\/|\/signals\b|\b(?:getSignals?|get_signals?|vehicle\.(?:battery|charge|odometer|location|fuel|batch|nominalCapacity|nominal_capacity)|charge_records|nominal_capacity)\b/i;
/** So far below the repetition, in UTF-16 units. */
const nearUnits = 600;

/** The SDKs for Node and Ruby serialize the body again themselves. */
const rubySdk = /\bSmartcar\.verify_payload\b/g;
const nodeSdk = /\bsmartcar\.verifyPayload\s*\(|\bverifyPayload\s*\((?=[^)]{0,300}\bbody\b)/g;

/** Finds receivers of events of version 2.0, and code that asks again and again for what webhooks send. */
function webhookUse(file: SourceFile, { projectUsesService }: ProjectContext): Finding[] {
  const isClient = file.has(serviceUse);
  if (!isClient && !projectUsesService) return [];
  const isReceiver = isClient && file.has(/webhook|sc-signature/i) && file.has(/\bpayload\b/);
  const [first] = [...(isReceiver ? file.matches(eventName) : []), ...file.matches(olderEvent)];
  const loops = (isClient ? [...file.matches(repeats, 'code')] : []).filter(({ index }) =>
    readsVehicle.test(file.text.slice(index, index + nearUnits)),
  );
  return [
    // The other places in the file ask the same of the same event.
    ...(first ? [{ kind: 'webhook-event' as const, start: first.index, end: first.index + first[0].length }] : []),
    ...loops.map(({ index, 0: whole }) => ({ kind: 'polling' as const, start: index, end: index + whole.length })),
  ];
}

/** Finds webhook signatures that are computed from something other than the raw body. */
function webhooks(file: SourceFile): Finding[] {
  if (!file.has(isAboutWebhooks)) return [];
  const found = [...file.matches(rewritten)].map(({ index, 0: whole, 1: last = '' }): Finding => {
    const end = index + whole.length;
    return { kind: 'webhook-signature', start: end - last.length, end };
  });
  const takesSdk = file.language === 'javascript' && file.has(/['"]smartcar['"]/);
  const bySdk = takesSdk ? [...file.matches(nodeSdk, 'code')] : [...file.matches(rubySdk, 'code')];
  return [
    ...found,
    ...bySdk.map(({ index, 0: whole }): Finding => ({
      kind: 'webhook-signature',
      start: index,
      end: index + whole.length,
    })),
  ];
}
