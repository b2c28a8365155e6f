import assert from 'node:assert/strict';
import { tooltipMarkdown } from '../../../../src/extension/window/display-text.ts';

describe('tooltipMarkdown', () => {
  it('puts the first line in bold and each other on a line of its own', () => {
    assert.equal(tooltipMarkdown(['Title', 'one', 'two']), '**Title**\n\none  \ntwo');
  });

  it('leaves no syntax to links, images, commands, HTML, entities or emphasis', () => {
    const hostile =
      '[x](command:y) ![i](https://a.test) <b> &amp; *e* `c` https://a.test www.a.test a@b.test 1. # - > ~';
    const text = tooltipMarkdown(['t', hostile]).slice('**t**\n\n'.length);
    assert.doesNotMatch(text, /(?<!\\)[!"#$%&'()*+,\-./:;<=>?@[\]^_`{|}~]/);
    assert.equal(text.replaceAll('\\', ''), hostile);
  });
});
