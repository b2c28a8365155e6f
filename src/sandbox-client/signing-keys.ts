import type { ControlAnswer, SandboxAddresses } from '../sandbox/control/contract.ts';
import type { KnownKey } from '../service/webhooks/explain-signature.ts';

/** As the service calls it. */
export const managementToken = 'Application Management Token';

/** The tokens of the sandbox, the newest first, and other values of its application that may be taken for one. */
export function signingKeys(
  { tokens, webhooks }: ControlAnswer<'listWebhooks'>,
  { clientId, clientSecret, v3 }: Pick<SandboxAddresses, 'clientId' | 'clientSecret' | 'v3'>,
): readonly KnownKey[] {
  const others = {
    'Application ID': clientId,
    'client secret of version 2.0': clientSecret,
    ...(v3 && { 'API client ID': v3.apiClientId, 'API client secret': v3.apiClientSecret }),
  };
  const [token, ...older] = tokens.toReversed();
  return [
    ...(token === undefined ? [] : [{ name: managementToken, value: token, role: 'token' as const }]),
    ...older.map((value) => ({ name: `older ${managementToken}`, value, role: 'older' as const })),
    ...Object.entries(others).map(([name, value]) => ({ name, value, role: 'other' as const })),
    ...webhooks.map(({ id }) => ({ name: 'webhook ID', value: id, role: 'other' as const })),
  ];
}
