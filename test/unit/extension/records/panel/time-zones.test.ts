import assert from 'node:assert/strict';
import { zoneChoices } from '../../../../../src/extension/records/panel/time-zones.ts';
import { readZone } from '../../../../../src/viewer/formats/zone.ts';

describe('zoneChoices', () => {
  const summer = Date.UTC(2026, 6, 1, 22, 40, 30);
  const choices = zoneChoices(summer, 'en');
  const of = (zone: string, among = choices) => among.find((choice) => choice.zone === zone);

  it('are all places that there are, once, in order, each one that the page can read', () => {
    const zones = choices.map(({ zone }) => zone);
    assert.ok(zones.length > 400);
    assert.deepEqual(zones, [...new Set(zones)].sort());
    for (const zone of zones) assert.equal(readZone(zone), zone);
  });

  it('say how far ahead of UTC a place is now, and what its clock is called', () => {
    assert.deepEqual(of('Europe/Berlin'), {
      zone: 'Europe/Berlin',
      clock: 'Central European Summer Time',
      offset: '+02:00',
    });
    assert.equal(of('Europe/Berlin', zoneChoices(Date.UTC(2026, 0, 1), 'de'))?.clock, 'Mitteleuropäische Normalzeit');
    assert.deepEqual(
      ['Asia/Kathmandu', 'America/St_Johns', 'Africa/Abidjan', 'Pacific/Kiritimati'].map((zone) => of(zone)?.offset),
      ['+05:45', '−02:30', '+00:00', '+14:00'],
    );
    for (const { zone, clock } of choices) assert.doesNotMatch(clock, /\d/, zone);
    // Languages of another calendar and other digits.
    for (const language of ['fa', 'ar-EG', 'th', 'ja', 'qps-ploc']) {
      assert.equal(of('Asia/Kolkata', zoneChoices(summer, language))?.offset, '+05:30', language);
    }
  });

  it('call places as people do who look for them', () => {
    const zones = new Set(choices.map(({ zone }) => zone));
    for (const zone of ['Asia/Kolkata', 'Asia/Kathmandu', 'Europe/Kyiv', 'Asia/Ho_Chi_Minh'])
      assert.ok(zones.has(zone));
    for (const old of ['Asia/Calcutta', 'Asia/Katmandu', 'Europe/Kiev', 'Asia/Saigon']) assert.ok(!zones.has(old));
  });
});
