import assert from 'node:assert/strict';
import { ServiceError } from '../../../../../src/service/model/errors.ts';
import type { ChargeRecordsResponse } from '../../../../../src/service/model/vehicle-data.ts';
import { PanelSetup, answerOf, both, one } from './panel-setup.ts';

const busy = new ServiceError('Busy.', { kind: 'api', turn: 'retry', nextStep: 'Wait.', sent: true });
const fails = () => Promise.reject(busy);
const never = () => new Promise<ChargeRecordsResponse>(() => undefined);

describe('an export of no records', () => {
  let setup: PanelSetup;
  beforeEach(() => {
    setup = new PanelSetup();
  });

  /** What the user is told on an export of the load that the page shows. */
  function told(load = 1): string | undefined {
    for (const format of ['csv', 'json', 'ndjson']) setup.panels[0]?.say({ type: 'export', load, format });
    assert.equal(setup.saved, undefined);
    const [text, ...more] = setup.told;
    assert.deepEqual(more, [text, text], 'in each format');
    return text;
  }

  it('says that there are none of these days', async () => {
    setup.answers.set('vehicle-1', () => Promise.resolve(answerOf()));
    await setup.opened(one);
    assert.equal(told(), 'No charge records to export in this date range.');
  });

  it('says that none have come so far', async () => {
    setup.answers.set('vehicle-1', never);
    await setup.opened(one, 'start');
    assert.equal(told(), 'No charge records loaded yet.');
  });

  it('says the same before the page has heard of a load', async () => {
    setup.answers.set('vehicle-1', never);
    await setup.opened(one, 'start');
    assert.equal(told(0), 'No charge records loaded yet.');
  });

  const broken = 'No charge records to export: loading failed or was canceled.';

  it('says that none came before it failed', async () => {
    setup.answers.set('vehicle-1', fails);
    await setup.opened(one, 'failed');
    assert.equal(told(), broken);
  });

  it('says the same where one vehicle has none and the other failed: it may have some', async () => {
    setup.answers.set('vehicle-2', fails);
    await setup.opened(both);
    assert.equal(told(), broken);
  });
});
