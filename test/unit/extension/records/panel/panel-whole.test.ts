import assert from 'node:assert/strict';
import { ServiceError } from '../../../../../src/service/model/errors.ts';
import { record } from '../../../service/records/record-bodies.ts';
import { PanelSetup, answerOf, both, one } from './panel-setup.ts';

const failed = () =>
  Promise.reject(new ServiceError('Out of order.', { kind: 'api', turn: 'retry', nextStep: 'Wait.', sent: true }));

describe('a viewer in front', () => {
  let setup: PanelSetup;
  beforeEach(() => {
    setup = new PanelSetup();
    setup.answers.set('vehicle-1', () => Promise.resolve(answerOf(record(), record())));
  });

  it('gives its records to be compared', async () => {
    const panel = await setup.opened(one);
    assert.equal(setup.viewers.active === undefined, true);
    panel.active = true;
    const whole = setup.viewers.active?.whole();
    assert.equal(whole?.target, one);
    assert.deepEqual(
      whole?.parts.get(0)?.batches.map(({ rows }) => rows),
      [2],
    );
    assert.deepEqual(setup.told, []);
  });

  it('says that they can’t be compared while some are missing', async () => {
    setup.answers.set('vehicle-2', failed);
    const panel = await setup.opened(both);
    panel.active = true;
    assert.equal(setup.viewers.active?.whole(), undefined);
    assert.deepEqual(setup.told, ['Only complete charge records can be compared.']);
  });
});
