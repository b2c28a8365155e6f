import type { SourceFile } from '../source/source-file.ts';
import type { Finding } from './finding.ts';

const isAboutWebhooks = /sc-signature|sc_signature|verify_?payload|hash_?challenge|verifySignature/i;
/** A body that was parsed and serialized again: its bytes may differ from those that were signed. */
const written = String.raw`JSON\.stringify\(|json\.dumps\(|json_encode\(|JSON\.generate\(|\.to_json\b|json\.Marshal\(|JsonSerializer\.Serialize\(|writeValueAsString\(|toJson\(`;
const checks = String.raw`\.update\(|hmac\.new\(|hash_hmac\(|HMAC\.(?:hex)?digest\(|verify_?[pP]ayload\(|verifySignature\(|hashChallenge\(|hash_challenge\(|ComputeHash\(|doFinal\(`;
const rewritten = new RegExp(String.raw`(?:${checks})[^;{}]{0,240}?(${written})`, 'gs');
/** The Node SDK serializes the body again itself. */
const nodeSdk = /\bsmartcar\.verifyPayload\s*\(|\bverifyPayload\s*\((?=[^)]{0,300}\bbody\b)/g;

/** Finds webhook signatures that are computed from something other than the raw body. */
export function webhooks(file: SourceFile): Finding[] {
  if (!file.has(isAboutWebhooks)) return [];
  const found = [...file.matches(rewritten)].map(({ index, 0: whole, 1: last = '' }): Finding => {
    const end = index + whole.length;
    return { kind: 'webhook-signature', start: end - last.length, end };
  });
  const takesSdk = file.language === 'javascript' && file.has(/['"]smartcar['"]/);
  const bySdk = takesSdk ? [...file.matches(nodeSdk, 'code')] : [];
  return [
    ...found,
    ...bySdk.map(({ index, 0: whole }): Finding => ({
      kind: 'webhook-signature',
      start: index,
      end: index + whole.length,
    })),
  ];
}
