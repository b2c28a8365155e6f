import assert from 'node:assert/strict';
import { record } from '../unit/service/records/record-bodies.ts';
import { daily } from './daily.ts';
import { ViewerPage } from './viewer-page.ts';
import { type Drawn, drawnBy, noteDrawn } from './drawn.ts';

/** A charge in the middle of each day of UTC, none of them public. */
const middays = (first: number, count: number) => daily(count, () => ({ isPublic: false }), first + 12 * 3_600_000);

describe('the time zone of the viewer', () => {
  const viewer = ViewerPage.ofSuite();
  const isUtc = async () => (await viewer.text('.head .chargeStart .value')) === 'withUnit';

  /** Chooses a zone, and gives what is drawn for it; it must have this mark. */
  const drawnIn = (name: string, mark: string) => drawnBy(viewer, () => viewer.chooseZone(name), mark);

  // West and east of UTC, and over a change of the clock.
  for (const [name, from] of [
    ['America/Los_Angeles', Date.UTC(2026, 5, 1)],
    ['Asia/Kolkata', Date.UTC(2026, 5, 1)],
    ['Europe/Berlin', Date.UTC(2026, 9, 21)],
    ['America/New_York', Date.UTC(2026, 9, 28)],
  ] as const) {
    it(`is that of the axis: the day of a bar stands under it in ${name}`, async () => {
      const records = middays(from, 8);
      await viewer.show(records);
      await noteDrawn(viewer);
      const format = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: name });
      const days = records.map(({ chargeStart }) => format.format(Date.parse(String(chargeStart))));
      const { texts, bars } = await drawnIn(name, days[1] ?? '');
      const ofDays = bars.filter(({ wide }) => wide > 10);
      assert.equal(ofDays.length, 2 * days.length, 'all, and the public part in front of it');
      for (const [index, wanted] of days.entries()) {
        const label = texts.find(({ text }) => text === wanted);
        const bar = ofDays[index];
        assert(label && bar, wanted);
        assert.ok(Math.abs(label.x - (bar.x + bar.wide / 2)) <= 1, `${wanted}: ${label.x}, ${bar.x} + ${bar.wide} / 2`);
      }
    });
  }

  it('is that of the days of levels as soon as it is chosen', async () => {
    await viewer.show(middays(Date.UTC(2026, 5, 1), 8));
    await viewer.tab('levels');
    await noteDrawn(viewer);
    const at = ({ texts }: Drawn, wanted: string) => texts.find(({ text }) => text === wanted)?.x ?? NaN;
    const utc = await drawnIn('utc', 'Jun 3');
    const west = await drawnIn('Etc/GMT+8', 'Jun 3');
    const wide = at(utc, 'Jun 4') - at(utc, 'Jun 3');
    assert.ok(Math.abs(at(west, 'Jun 3') - at(utc, 'Jun 3') - wide / 3) <= 1, 'eight hours later');
  });

  it('is local time or UTC, and stays when the page comes back', async () => {
    await viewer.show([record({ chargeStart: '2026-11-01T18:00:00Z', chargeEnd: '2026-11-01T19:00:00Z' })]);
    const start = () => viewer.page.locator('[data-row="0"] .chargeStart').innerText();
    await viewer.chooseZone('America/St_Johns');
    assert.equal(await start(), '2026-11-01 14:30');
    await viewer.chooseZone('utc');
    assert.equal(await start(), '2026-11-01 18:00');
    await viewer.comeBack();
    assert.ok(await isUtc());
  });

  it('is the one that is set until the other is chosen, and local time where none of that name is known', async () => {
    await viewer.reopen(undefined, 'utc');
    assert.ok(await isUtc());
    for (const odd of ['Mars/North', 'CET', 'Asia/Kathmandu', '']) {
      await viewer.reopen(undefined, odd);
      assert.equal(await isUtc(), false);
    }
  });
});
