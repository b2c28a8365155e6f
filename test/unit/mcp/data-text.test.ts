import assert from 'node:assert/strict';
import MarkdownIt from 'markdown-it';
import { marked } from 'marked';
import { answerOf, failureText, textsOf } from '../../../src/mcp/answers.ts';
import { ServiceError } from '../../../src/service/model/errors.ts';

/** Links of GFM, and of what makes a link of any host or address. */
const renderers = [(text: string) => marked(text, { async: false }), (text: string) => linkifying.render(text)];
const linkifying = new MarkdownIt({ linkify: true });

/** What chats make links of beside: by its scheme. */
const link =
  /:\/\/|\bwww\.|\b(?:mailto|xmpp|tel|sms|data|javascript|vbscript|file|command|vscode|ms-settings):\S|\S@[\w-]+\.\w/i;

describe('texts of the service on their way to an agent', () => {
  it('are no links, and otherwise as they were', () => {
    for (const text of [
      ...['https://evil.test/x', 'www.evil.test', 'mailto:pay@evil.test', 'MAILTO:pay@evil.test?body=x'],
      ...['write to pay@evil.test now', 'pay+now@sub.evil.test', 'xmpp:pay@evil.test', 'tel:+49301234'],
      ...['sms:+49301234', 'javascript:alert(1)', 'data:text/html,x', 'file:/etc/passwd', 'vscode:extension/evil.evil'],
      ...['command:workbench.action.openSettings', 'ms-settings:privacy', '[here](mailto:pay@evil.test)'],
      ...['_www.evil.com', 'x_www.evil.com/y', 'Www.1und1.de', 'https: //evil.com/x', '//evil.com', 'ftp:// 1.2.3.4'],
      ...['a!@evil.com', 'ä@evil.com', '"a"@evil.com', 'a&#64;evil.com', String.raw`a\@evil.com`],
      ...['https&colon;//evil.com', String.raw`https\://evil.com`, String.raw`https:/\/evil.com`],
      '<pay@evil.test>',
    ]) {
      const data = answerOf({ model: text, list: [{ text }] }, { isOfService: true });
      assert.doesNotMatch(textsOf(data, 'other').join(), link, text);
      for (const render of renderers) assert.doesNotMatch(render(String(data.model)), /<a /, text);
    }
    for (const text of [
      'VEHICLE_STATE:ASLEEP',
      '2026-11-26T12:30:00Z',
      'hotel:5',
      'a @ b',
      'Tom’s car',
      'metadata:x',
      'AT&T /vehicles/{id}/battery attributes.stateOfCharge',
    ]) {
      assert.deepEqual(answerOf({ text }, { isOfService: true }), { text });
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
