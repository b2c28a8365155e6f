import assert from 'node:assert/strict';
import { record } from '../../../service/records/record-bodies.ts';
import { PanelSetup, answerOf, one, posted } from './panel-setup.ts';

describe('a viewer that VS Code restores', () => {
  it('asks the service for what it showed', async () => {
    const setup = new PanelSetup();
    setup.answers.set('vehicle-1', () => Promise.resolve(answerOf(record())));
    const panel = await setup.restored(one);
    assert.deepEqual(setup.asked, ['vehicle-1']);
    assert.equal(posted(panel, 'done')[0]?.rows, 1);
  });
});
