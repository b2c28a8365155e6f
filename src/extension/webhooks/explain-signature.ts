import { t } from '../../common/translate.ts';
import { explainSignature, isRight, type KnownKey } from '../../service/webhooks/explain-signature.ts';
import { sign } from '../../service/webhooks/signature.ts';
import { originText } from '../../service/webhooks/signature-texts.ts';

/** Says how a signature came about, and which one is right if it isn't. */
export function signatureNotes(body: Uint8Array, signature: string, keys: readonly KnownKey[]): readonly string[] {
  const origin = explainSignature(body, signature, keys);
  const token = keys.find(({ role }) => role === 'token');
  const isWrong = token && !(origin && isRight(origin));
  return [originText(origin), ...(isWrong ? [t('Correct signature: {0}', sign(token.value, body))] : [])];
}
