import { whoListens } from '../common/loopback/listener-proof.ts';
import { proofFolder } from '../common/loopback/proof-secret.ts';
import { t } from '../common/translate.ts';
import { controlOperations } from '../sandbox/control/contract.ts';
import { ServiceError } from '../service/model/errors.ts';

/** Loopback answers in milliseconds; a sandbox that is starting on a busy machine may take longer. */
const limitMs = 5_000;

/**
 * Determines what listens at a control URL: a sandbox of this user at every address of `localhost`, another program at
 * one of them, or nothing. Rejects with ServiceError if sandboxes cannot be verified on this machine.
 */
export async function whoAnswers(controlUrl: string): Promise<'sandbox' | 'other' | 'nobody'> {
  const { port, pathname } = new URL(controlUrl);
  const path = `${pathname}${controlOperations.prove.path}`;
  try {
    const { ours, others } = await whoListens({ kind: 'sandbox', port: Number(port || 80), path, limitMs });
    if (others.length > 0) return 'other';
    return ours.length > 0 ? 'sandbox' : 'nobody';
  } catch (error) {
    throw new ServiceError(t('Sandboxes can’t be verified: {0}', String(error)), {
      kind: 'input',
      turn: 'developer',
      nextStep: t('Make {0} a folder that only you can read and write.', proofFolder()),
      sent: false,
      cause: error,
    });
  }
}
