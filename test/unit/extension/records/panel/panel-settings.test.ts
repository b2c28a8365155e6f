import assert from 'node:assert/strict';
import { Emitter } from '../../../../../src/common/event.ts';
import { followedSettings } from '../../../../../src/extension/records/panel/watched-settings.ts';
import { record } from '../../../service/records/record-bodies.ts';
import { PanelSetup, answerOf, both, one, other, posted } from './panel-setup.ts';

describe('a viewer whose settings change', () => {
  let setup: PanelSetup;
  beforeEach(() => {
    setup = new PanelSetup();
    setup.answers.set('vehicle-1', () => Promise.resolve(answerOf(record())));
  });

  it('tells its page what they say now, and asks the service nothing', async () => {
    const panel = await setup.opened(one);
    panel.takeTypes();
    setup.settings = { energyUnit: 'MWh', timeZone: 'utc' };
    setup.settingsChanged.fire();
    assert.deepEqual(panel.posted, [{ type: 'settings', energyUnit: 'MWh', timeZone: 'utc' }]);
    assert.deepEqual([setup.asked, setup.nominalsAsked], [['vehicle-1'], ['vehicle-1']]);
  });

  it('names no unit where those of its vehicles differ', async () => {
    const panel = await setup.opened({ ...both, others: [{ ...other, sessionId: 'session-3' }] });
    setup.settingsChanged.fire();
    assert.deepEqual(posted(panel, 'settings'), [{ type: 'settings', energyUnit: undefined, timeZone: 'local' }]);
  });

  it('hears nothing any more once it is closed', async () => {
    const panel = await setup.opened(one);
    panel.takeTypes();
    panel.dispose();
    let isRead = false;
    setup.settings = {
      get energyUnit() {
        isRead = true;
        return 'kWh';
      },
      timeZone: 'utc',
    };
    setup.settingsChanged.fire();
    assert.deepEqual([panel.takeTypes(), isRead], [[], false]);
  });
});

describe('followedSettings', () => {
  it('hears of the settings that viewers follow, until it is let go, and of no other', () => {
    const changes = new Emitter<{ affectsConfiguration(section: string): boolean }>();
    const change = (name: string) => changes.fire({ affectsConfiguration: (section) => section === name });
    let heard = 0;
    const listening = followedSettings(changes.event)(() => (heard += 1));
    for (const name of ['energyUnit', 'timeZone']) change(`vehicleData.viewer.${name}`);
    assert.equal(heard, 2);
    change('vehicleData.environments');
    assert.equal(heard, 3, 'an environment may name its own unit');
    listening.dispose();
    change('vehicleData.viewer.energyUnit');
    assert.equal(heard, 3);
  });
});
