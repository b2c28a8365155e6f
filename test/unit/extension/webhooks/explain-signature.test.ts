import assert from 'node:assert/strict';
import { signatureNotes } from '../../../../src/extension/webhooks/explain-signature.ts';
import { applicationKeys } from '../../../../src/service/webhooks/application-keys.ts';
import { sign } from '../../../../src/service/webhooks/signature.ts';

describe('signatureNotes', () => {
  const body = Buffer.from('{}');
  const keys = applicationKeys(['token'], [['applicationId', 'id']]);

  it('say of a right signature only that', () => {
    assert.deepEqual(signatureNotes(body, sign('token', body), keys), [
      'The signature is correct, made with the Application Management Token.',
    ]);
  });

  it('have the right one beside a wrong one', () => {
    assert.deepEqual(signatureNotes(body, sign('id', body), keys), [
      'It was made with the Application ID. That isn’t the management token.',
      `Correct signature: ${sign('token', body)}`,
    ]);
  });
});
