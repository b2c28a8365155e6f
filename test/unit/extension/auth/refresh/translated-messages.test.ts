import assert from 'node:assert/strict';
import { join } from 'node:path';
import { bundledMessages } from '../../../../../src/extension/auth/refresh/translated-messages.ts';
import { root } from '../../../../tools/lib/paths.ts';

describe('bundledMessages', () => {
  it('speaks the language of the bundle, and English for what it lacks', () => {
    const t = bundledMessages(join(root, 'media/l10n/bundle.l10n.de.json'));
    assert.equal(t('The host {0} was not found', 'host.test'), 'Der Host host.test wurde nicht gefunden');
    assert.equal(t('No such text: {0}', 1), 'No such text: 1');
    assert.equal(t('constructor'), 'constructor');
  });

  it('is English where the bundle can’t be read', () => {
    assert.equal(bundledMessages(join(root, 'nowhere.json'))('Try again in {0}', '0:42'), 'Try again in 0:42');
  });
});
