import type { SourceFile } from '../source/source-file.ts';
import type { Finding } from './finding.ts';
import { serviceUse } from './mentions.ts';

const isAboutWebhooks = /sc-signature|sc_signature|verify_?payload|hash_?challenge|verifySignature/i;
/** A body that was parsed and serialized again: its bytes may differ from those that were signed. */
const written = String.raw`JSON\.stringify\(|json\.dumps\(|json_encode\(|JSON\.generate\(|\.to_json\b|json\.Marshal\(|JsonSerializer\.Serialize\(|writeValueAsString\(|toJson\(`;
const checks = String.raw`\.update\(|hmac\.new\(|hash_hmac\(|HMAC\.(?:hex)?digest\(|verify_?[pP]ayload\(|verify_?[sS]ignature\(|hashChallenge\(|hash_challenge\(|ComputeHash\(|doFinal\(`;
const rewritten = new RegExp(String.raw`(?:${checks})[^;{}]{0,240}?(${written})`, 'gs');
/** Those of version 2.0 name it `eventName`, and have `payload` in place of `data`. */
const eventName = /\b(?:eventName|event_name)\b/g;
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
export function webhookUse(file: SourceFile): Finding[] {
  if (!file.has(serviceUse)) return [];
  const names = file.has(/webhook|sc-signature/i) && file.has(/\bpayload\b/) ? [...file.matches(eventName)] : [];
  const [first] = names;
  const loops = [...file.matches(repeats, 'code')].filter(({ index }) =>
    readsVehicle.test(file.text.slice(index, index + nearUnits)),
  );
  return [
    // The other places in the file ask the same of the same event.
    ...(first ? [{ kind: 'webhook-event' as const, start: first.index, end: first.index + first[0].length }] : []),
    ...loops.map(({ index, 0: whole }) => ({ kind: 'polling' as const, start: index, end: index + whole.length })),
  ];
}

/** Finds webhook signatures that are computed from something other than the raw body. */
export function webhooks(file: SourceFile): Finding[] {
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
