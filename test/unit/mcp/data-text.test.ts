import assert from 'node:assert/strict';
import { answerOf, textOf, failureText } from '../../../src/mcp/answers.ts';
import { asData, unlinked } from '../../../src/mcp/data-text.ts';
import { ServiceError } from '../../../src/service/model/errors.ts';

/** What chats make links of: by its scheme, or because it looks like an address (GFM's autolinks). */
const link =
  /:\/\/|\bwww\.|\b(?:mailto|xmpp|tel|sms|data|javascript|vbscript|file|command|vscode|ms-settings):\S|\S@[\w-]+\.\w/i;

describe('texts of the service on their way to an agent', () => {
  for (const text of [
    'https://evil.test/x',
    'www.evil.test',
    'mailto:pay@evil.test',
    'MAILTO:pay@evil.test?body=x',
    'write to pay@evil.test now',
    'pay+now@sub.evil.test',
    'xmpp:pay@evil.test',
    'tel:+49301234',
    'sms:+49301234',
    'javascript:alert(1)',
    'data:text/html,x',
    'file:/etc/passwd',
    'command:workbench.action.openSettings',
    'vscode:extension/evil.evil',
    'ms-settings:privacy',
    '[here](mailto:pay@evil.test)',
    '<pay@evil.test>',
  ]) {
    it(`are no link: ${text}`, () => {
      assert.doesNotMatch(unlinked(text), link);
      const data = answerOf({ model: text, list: [{ text }] }, { isOfService: true });
      assert.doesNotMatch(JSON.stringify(data), link);
      assert.doesNotMatch(textOf(data), link);
    });
  }

  it('are otherwise as they were', () => {
    for (const text of [
      'VEHICLE_STATE:ASLEEP',
      '2026-11-26T12:30:00Z',
      'hotel:5',
      'a @ b',
      'Tom’s car',
      'metadata:x',
    ]) {
      assert.equal(asData(text, 200, true), text);
    }
  });

  it('are none in a failure either', () => {
    const said = failureText(
      new ServiceError('Write to mailto:pay@evil.test', {
        kind: 'network',
        turn: 'retry',
        nextStep: 'Wait.',
        sent: true,
      }),
    );
    assert.doesNotMatch(said, link);
  });
});
