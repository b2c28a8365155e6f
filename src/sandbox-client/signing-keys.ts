import type { CallableName, ControlAnswer, ControlRequest } from '../sandbox/control/contract.ts';
import { applicationKeys, type KnownKey } from '../service/webhooks/explain-signature.ts';

/** Calls the control API of a sandbox. */
type Control = <Name extends CallableName>(name: Name, request: ControlRequest<Name>) => Promise<ControlAnswer<Name>>;

/** The tokens of a sandbox, the newest first, and other values of its application that may be taken for one. */
export async function signingKeys(control: Control): Promise<readonly [KnownKey, ...KnownKey[]]> {
  const [{ applicationManagementToken: token, tokens, webhooks }, { clientId, clientSecret, v3 }] = await Promise.all([
    control('listWebhooks', {}),
    control('show', { query: { vehicles: 0 } }),
  ]);
  const older = tokens.filter((each) => each !== token).reverse();
  return applicationKeys(
    [token, ...older],
    [
      ['applicationId', clientId],
      ['clientSecret', clientSecret],
      ['apiClientId', v3.apiClientId],
      ['apiClientSecret', v3.apiClientSecret],
      ...webhooks.map(({ id }) => ['webhookId', id] as const),
    ],
  );
}
