import assert from 'node:assert/strict';
import type { RecordsSource } from '../../src/viewer/messages/target.ts';
import { daily } from './daily.ts';
import { applyTheme, themeNames } from './themes.ts';
import { ViewerPage } from './viewer-page.ts';

/** A part of the page, in pixels. */
type Block = readonly [x: number, y: number, wide: number, high: number];

/** Of ten hours each, so that the bars of levels are wide. */
const records = (changes: (index: number) => Record<string, unknown>) =>
  daily(8, (index) => ({
    chargeEnd: new Date(Date.UTC(2026, 9, 1 + index, 22)).toISOString(),
    ...{ startPercentRemaining: 0.3, endPercentRemaining: 0.8, energy: 40, isPublic: false, ...changes(index) },
  }));

const publicly = records((index) => ({ isPublic: index % 2 === 1 }));
const falling = records((index) => (index % 2 === 1 ? { startPercentRemaining: 0.8, endPercentRemaining: 0.3 } : {}));
/** In turns, and of other energies, so that their points are apart. */
const vehicles = [
  records(() => ({})).filter((_, index) => index % 2 === 0),
  records(() => ({ energy: 60 })).filter((_, index) => index % 2 === 1),
];

const beside = (x: number, y: number): Block => [x - 5, y + 6, 10, 10];
const within = (x: number, y: number): Block => [x + 6, y + 6, 10, 10];
const above = (x: number, y: number): Block => [x + 6, y - 16, 10, 10];
const around = (x: number, y: number): Block => [x - 4, y - 4, 8, 8];

describe('what is to be told apart, in each theme,', () => {
  const viewer = ViewerPage.ofSuite({});

  /** Where the hint of the place is that keys lead to. */
  async function placeOf(...keys: readonly string[]): Promise<[number, number]> {
    await viewer.page.locator('[role=tabpanel]:visible .plot').focus();
    await viewer.press(...keys);
    const place = await viewer.page.evaluate<[number, number]>(
      `(({ left, top }) => [parseFloat(left), parseFloat(top)])(document.querySelector('.pointed').style)`,
    );
    await viewer.page.evaluate('document.activeElement.blur()');
    return place;
  }

  /** Parts of the pixels of each two blocks of equal size on a picture that have a contrast of 3 : 1 at least. */
  async function differences(blocks: readonly Block[], pairs: readonly (readonly [number, number])[]) {
    await viewer.page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    const png = (await viewer.page.screenshot()).toString('base64');
    return viewer.page.evaluate<number[]>(`(async () => {
      const bytes = Uint8Array.from(atob('${png}'), (char) => char.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const ctx = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d', { willReadFrequently: true });
      ctx.drawImage(bitmap, 0, 0);
      // As WCAG defines it.
      const light = (part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4);
      const pixels = ${JSON.stringify(blocks)}.map((block) => {
        const { data } = ctx.getImageData(...block.map(Math.round));
        return Array.from({ length: data.length / 4 }, (_, at) => {
          const [red, green, blue] = [...data.slice(4 * at, 4 * at + 3)].map(light);
          return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
        });
      });
      return ${JSON.stringify(pairs)}.map(([one, other]) => {
        const apart = pixels[one].filter((a, at) => {
          const b = pixels[other][at];
          return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05) >= 3;
        });
        return apart.length / pixels[one].length;
      });
    })()`);
  }

  /** What is measured: the tab's number, the records, and where each of two things is seen, from its place. */
  for (const [what, tab, shown, one, other] of [
    ['public and other charges', 0, publicly, beside, beside],
    ['two vehicles’ energies', 0, vehicles, beside, beside],
    ['levels that rise and fall', 1, falling, within, above],
    ['two vehicles’ levels', 1, vehicles, within, within],
    ['two vehicles’ points', 3, vehicles, around, around],
  ] as const) {
    it(`is ${what}, by a contrast of 3 : 1, from each other and from the ground`, async () => {
      const vehicle = { id: 'vehicle-2', make: 'MINI', model: 'Cooper E', year: 2024 };
      const others: RecordsSource[] = [{ sessionId: 'session-1', vehicle }];
      if (shown === vehicles) {
        await viewer.reopen(others);
        await viewer.loadSeveral(1, vehicles);
        await viewer.state('ready');
      } else await viewer.show(shown);
      await viewer.page.getByRole('tab').nth(tab).click();
      await viewer.page.locator('[role=tabpanel]:visible canvas').waitFor();
      for (const theme of themeNames) {
        await applyTheme(viewer.page, theme);
        const blocks = [one(...(await placeOf('Home'))), other(...(await placeOf('End')))];
        const [[x, y, ...size] = [0, 0, 0, 0]] = blocks;
        const ground: Block = [x + 60, y, ...size];
        const found = await differences(
          [...blocks, ground],
          [
            [0, 1],
            [0, 2],
            [1, 2],
          ],
        );
        assert.ok(Math.min(...found) > 0.25, `${theme}: ${found.join(', ')}`);
      }
    });
  }

  it('is an hour of the week with a charge and one without', async () => {
    // One of many at another hour, and so as pale as can be.
    const many = records(() => ({})).flatMap((each, index) => (index === 0 ? Array<unknown>(40).fill(each) : [each]));
    await viewer.show(many);
    await viewer.page.getByRole('tab').nth(2).click();
    const cells = ['.some', ':not(.some)'].map((which) => viewer.page.locator(`.week [data-hour]${which}`).last());
    for (const theme of themeNames) {
      await applyTheme(viewer.page, theme);
      const boxes = await Promise.all(cells.map((cell) => cell.boundingBox()));
      const blocks = boxes.map((box): Block => [box?.x ?? 0, box?.y ?? 0, 20, 3]);
      const [found = 0] = await differences(blocks, [[0, 1]]);
      assert.ok(found > 0.25, `${theme}: ${found}`);
    }
  });

  it('is the box that leaves out equal charges, by its ring', async () => {
    await viewer.reopenComparing();
    await viewer.loadSeveral(1, [publicly, falling]);
    const box = viewer.page.locator('#only-differences');
    await box.focus();
    for (const theme of themeNames) {
      await applyTheme(viewer.page, theme);
      const { x = 0, y = 0 } = (await box.boundingBox()) ?? {};
      const [found = 0] = await differences(
        [
          [x + 2, y - 3, 8, 3],
          [x + 2, y - 6, 8, 3],
        ],
        [[0, 1]],
      );
      assert.ok(found > 0.25, `${theme}: ${found}`);
    }
  });
});
