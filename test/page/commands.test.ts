import assert from 'node:assert/strict';
import { record } from '../unit/service/records/record-bodies.ts';
import { ViewerPage } from './viewer-page.ts';

/** The fourth and the eighth break the contract; the eighth also has a field that the contract doesn't know. */
const list = Array.from({ length: 12 }, (_, index) =>
  record({
    chargeStart: `2026-11-${String(index + 1).padStart(2, '0')}T23:30:00Z`,
    chargeEnd: `2026-11-${String(index + 1).padStart(2, '0')}T23:50:00Z`,
    energy: index % 4 === 3 ? 'much' : index + 1,
    ...(index === 7 && { colour: 'red' }),
  }),
);

describe("the viewer's commands", () => {
  const viewer = ViewerPage.ofSuite();

  beforeEach(async () => {
    await viewer.show(list);
  });

  const run = (name: string) => viewer.post({ type: 'command', name });
  const gridOf = (rows: number) => viewer.page.locator(`.grid[aria-rowcount="${rows + 1}"]`).waitFor();
  /** Waits until that is so in what VS Code was last told of the page. */
  const holds = async (key: string, wanted: boolean) => {
    const now = `globalThis.sent.findLast(({ type }) => type === 'context')?.${key}`;
    await viewer.holds(`${now} === ${wanted}`);
  };
  const said = async (type: string) => (await viewer.sent()).filter((message) => message.type === type);

  it('counts once what is not as the contract says, and shows that alone', async () => {
    assert.equal(await viewer.text('#total-marked'), '3');
    assert.equal(await viewer.page.locator('#unknown-fields button').count(), 1);
    await viewer.page.getByRole('button', { name: 'markedOnly', pressed: false }).click();
    await gridOf(3);
    await viewer.page.getByRole('button', { name: 'markedOnly', pressed: true }).waitFor();
    await viewer.page.getByRole('button', { name: 'markedOnly', pressed: true }).click();
    await gridOf(12);
    await viewer.load(2, [record()]);
    await gridOf(1);
    assert.equal(await viewer.page.locator('#marked-only').isVisible(), false);
  });

  it('has charts and answers made higher and lower by pointer and key, and comes back so', async () => {
    const edge = viewer.page.getByRole('separator', { name: 'panelHeight' });
    const height = async () => (await viewer.page.locator('[role=tabpanel]:visible').boundingBox())?.height ?? 0;
    const plot = async () => (await viewer.page.locator('.u-wrap:visible').boundingBox())?.height ?? 0;
    await viewer.page.locator('.u-wrap:visible').waitFor();
    assert.deepEqual([await height(), await plot()], [140, 134]);
    await edge.focus();
    await viewer.page.keyboard.press('ArrowDown');
    await viewer.page.keyboard.press('ArrowDown');
    assert.equal(await edge.getAttribute('aria-valuenow'), '188');
    const at = await edge.boundingBox();
    assert(at);
    await viewer.page.mouse.move(at.x + 100, at.y + 2);
    await viewer.page.mouse.down();
    await viewer.page.mouse.move(at.x + 90, at.y + 102);
    await viewer.page.mouse.up();
    assert.equal(await height(), 288);
    await viewer.page.locator('.u-wrap[style*="height: 282px"]:visible').waitFor();
    await viewer.comeBack();
    await viewer.show(list);
    assert.equal(await height(), 288);
    await edge.press('End');
    assert.equal(await height(), 314, 'the table keeps half of the window');
    await edge.press('Home');
    assert.equal(await edge.getAttribute('aria-valuenow'), await edge.getAttribute('aria-valuemin'));
    await edge.dblclick();
    assert.equal(await height(), 140);
    await edge.press('ArrowDown');
    assert.equal(await height(), 164);
    await viewer.page.locator('#collapse').click();
    await viewer.page.locator('#collapse').click();
    assert.equal(await height(), 164, 'what was hidden is shown as high as it was');
    await edge.press('Enter');
    assert.equal(await height(), 140);
  });

  it('says which commands have something to do', async () => {
    const last = async () => (await said('context')).at(-1);
    assert.deepEqual(await last(), { type: 'context', marked: true });
    await viewer.load(2, [record()]);
    await holds('marked', false);
    await viewer.load(3, [record(), record({ startPercentRemaining: 0.9, endPercentRemaining: 0.2 })]);
    await holds('marked', true);
  });

  it('takes away one filter of several, or that of a column', async () => {
    await viewer.page.locator('.filter-text').fill('a');
    await viewer.page.locator('.head .energy').press('Alt+ArrowDown');
    await viewer.page.keyboard.type('2');
    await viewer.page.locator('#marked-only').click();
    const chips = (count: number) => viewer.holds(`document.querySelectorAll('.chip').length === ${count}`);
    await chips(3);
    await viewer.page.locator('.chip').filter({ hasText: 'filterMarked' }).click();
    await chips(2);
    await viewer.openFilter('energy');
    await viewer.page.getByRole('dialog').locator('.title button').click();
    await chips(1);
    assert.equal(await viewer.page.locator('.filter-text').inputValue(), 'a');
  });

  it('goes to what stands out, one record after the other', async () => {
    const falls = { startPercentRemaining: 0.9, endPercentRemaining: 0.2 };
    await viewer.load(2, [list[0], { ...list[1], ...falls }, list[2], { ...list[4], ...falls }]);
    await viewer.page.locator('.anomalies .entries button').nth(1).waitFor({ state: 'attached' });
    const at = () => viewer.focused().then(({ row }) => row);
    const rows: (string | undefined)[] = [];
    for (let step = 0; step < 3; step += 1) {
      await run('nextMarked');
      rows.push(await at());
    }
    assert.deepEqual(rows, ['1', '3', '1']);
    assert.equal(await viewer.page.locator('.endPercentRemaining:focus').count(), 1);
    await viewer.page.locator('.filter-text').fill('nowhere');
    await viewer.page.locator('.grid[aria-rowcount="1"]').waitFor({ state: 'attached' });
    await run('nextMarked');
  });

  it('reloads, and goes through the tabs', async () => {
    await run('reload');
    assert.equal((await said('reload')).length, 1);
    await viewer.page.getByRole('tab', { name: 'energyPerDay' }).press('ArrowRight');
    await viewer.page.getByRole('tab', { name: 'levels', selected: true }).press('Home');
    await viewer.page.getByRole('tab', { name: 'energyPerDay', selected: true }).press('ArrowLeft');
    await viewer.page.getByRole('tab', { name: 'withUnit', selected: true }).waitFor();
  });

  it('keeps still for those who want no motion, and shows what is pressed where colours are forced', async () => {
    await viewer.page.emulateMedia({ reducedMotion: 'reduce', forcedColors: 'active' });
    await viewer.page.locator('#marked-only').click();
    const looks = (selector: string, pseudo?: string) =>
      viewer.page.evaluate(
        ([of, part]) => {
          const page = globalThis as unknown as {
            document: { querySelector(of: string): unknown };
            getComputedStyle(of: unknown, part?: string): { animationName: string; outlineStyle: string };
          };
          const { animationName, outlineStyle } = page.getComputedStyle(page.document.querySelector(of), part);
          return { animationName, outlineStyle };
        },
        [selector, pseudo] as const,
      );
    assert.equal((await looks('#marked-only')).outlineStyle, 'solid');
    await viewer.post({ type: 'start', load: 2 });
    await viewer.state('loading');
    assert.equal((await looks('.progress', '::before')).animationName, 'none');
  });
});
