import assert from 'node:assert/strict';
import { record } from '../unit/service/records/record-bodies.ts';
import { ViewerPage } from './viewer-page.ts';

const places = ['Kastanjelaan 41, Oudekerk aan de Amstel', 'Autohof Weißenfurt, A 9, 06667 Weißenfels', 'Ring 5'];

/** Charges at nine places and of two kinds, every third of them with a flaw. */
function charges(count: number): Record<string, unknown>[] {
  return Array.from({ length: count }, (_, index) =>
    record({
      energy: index === 0 ? 2_000_550.2 : index % 3 === 1 ? '34,5' : 12 + index,
      location: `${places[index % places.length]} ${index % 9}`,
      chargingType: index % 2 === 0 ? 'AC' : 'DC',
      ...(index % 6 === 2 && { colour: 'red', another_field_with_a_long_name: 1, soc: 2, extra: 3 }),
    }),
  );
}

const rect = (selector: string) => `document.querySelector('${selector}').getBoundingClientRect()`;
/** Of a text, without what is around it. */
const textRects = (node: string) =>
  `(() => { const range = new Range(); range.selectNodeContents(${node}); return [...range.getClientRects()]; })()`;

interface DOMRectLike {
  readonly top: number;
  readonly bottom: number;
}

describe("the layout of the viewer's page", () => {
  const viewer = ViewerPage.ofSuite();
  const read = <T>(expression: string) => viewer.page.evaluate<T>(expression);

  async function show(width: number, height = 758): Promise<void> {
    await viewer.page.setViewportSize({ width, height });
    await viewer.reopen();
    await viewer.show(charges(60));
    await viewer.page.locator('[data-row="4"]').waitFor();
  }

  it('explains a marked cell in view, and does not cover it', async () => {
    const height = 690;
    await show(1224, height);
    const explained = async () => {
      await viewer.page.locator('#detail:not(.silent)').waitFor();
      const [detail, cell] = await read<[DOMRectLike, DOMRectLike]>(
        `[${rect('#detail')}, ${rect('.rows .cell:focus')}]`,
      );
      assert.ok(detail.bottom <= height && (cell.bottom <= detail.top + 1 || detail.bottom <= cell.top + 1));
    };
    await viewer.page.locator('.marked-records button').click();
    await viewer.page.locator('.rows .cell.marked:focus').waitFor();
    await explained();
    await viewer.page.keyboard.press('Control+End');
    await viewer.page.locator('[data-row="59"] .cell:focus').waitFor();
    await viewer.page.keyboard.press('Home');
    await explained();
  });

  it('breaks no number', async () => {
    for (const width of [720, 612, 440, 360]) {
      await show(width);
      assert.match(await viewer.text('#total-energy'), /2,00\d,\d{3}\.\d\d kWh/);
      const lines = await read<number>(`${textRects("document.querySelector('#total-energy')")}.length`);
      assert.equal(lines, 1, `${width} pixels`);
    }
  });

  it('has headers end where their values end, and gives them no room for what comes with the pointer', async () => {
    await show(1224);
    for (const id of ['energy', 'startPercentRemaining', 'endPercentRemaining']) {
      const right = (of: string) => read<number>(`${textRects(`document.querySelector('${of}').firstChild`)}[0].right`);
      const apart = (await right(`.head .${id} .value`)) - (await right(`[data-row="3"] .${id}`));
      assert.ok(Math.abs(apart) < 1, `${id} is ${apart} apart`);
    }
    const widthOf = () => read(`${rect('.head .averagePower .value')}.width`);
    const width = await widthOf();
    await viewer.page.locator('.head .averagePower').hover();
    await viewer.page.locator('.head .averagePower .funnel').waitFor();
    assert.equal(await widthOf(), width);
    await viewer.page.locator('.head .averagePower .funnel').click();
    await viewer.page.getByRole('dialog').waitFor();
  });

  it('shows answers with the order in them, and all places with a bar', async () => {
    for (const width of [1224, 924]) {
      await show(width, 860);
      await viewer.page.locator('#tab-summary').click();
      await viewer.page.locator('.groups tbody tr').nth(7).waitFor();
      const names = `[...document.querySelectorAll('.groups tbody th')]`;
      assert.ok(await read(`${names}.every((name) => name.scrollWidth <= name.clientWidth)`), `${width} pixels`);
    }
    const locations = viewer.page.getByRole('table', { name: 'location' });
    await locations.locator('th[aria-sort=descending] .arrow').waitFor();
    assert.equal(await locations.locator('.arrow').filter({ visible: true }).count(), 1);
    const rows = () => locations.locator('tbody tr').count();
    assert.equal(await rows(), 9);
    const bars = await locations
      .locator('tbody th')
      .evaluateAll((names: { style: { backgroundSize: string } }[]) =>
        names.map(({ style }) => Number.parseFloat(style.backgroundSize)),
      );
    assert.deepEqual(
      bars,
      bars.toSorted((a, b) => b - a),
    );
    assert.equal(bars[0], 100);
  });

  it('has the box that finds cover no record and move nothing, marks on what it finds, and no frame around what it does not find', async () => {
    await show(1224);
    await read(`document.documentElement.style.setProperty('--vscode-focusBorder', 'blue')`);
    await viewer.page.locator('[data-row="0"] .energy').click();
    const before = await read(`${rect('.grid')}.top`);
    await viewer.page.keyboard.press('Control+f');
    await viewer.page.keyboard.type('Ring');
    await viewer.holds(`[...(CSS.highlights.get('found') ?? [])].every((range) => {
      const { startContainer, startOffset, endOffset } = range;
      return startContainer.data.slice(startOffset, endOffset).toLowerCase() === 'ring';
    }) && CSS.highlights.get('found')?.size > 0`);
    const outline = (style: string) =>
      viewer.holds(`getComputedStyle(document.querySelector('.rows .cell[tabindex="0"]')).outlineStyle === '${style}'`);
    await outline('solid');
    assert.ok(await read(`${rect('.find')}.top >= ${rect('.tools')}.bottom`));
    assert.ok(await read(`${rect('.find')}.bottom <= ${rect('.rows')}.top`));
    assert.equal(await read(`${rect('.grid')}.top`), before);
    await viewer.page.keyboard.type('zz');
    await viewer.page.locator('.find-count', { hasText: 'findNone' }).waitFor();
    await outline('none');
    await viewer.page.keyboard.press('Escape');
    assert.equal(await read(`CSS.highlights.has('found')`), false);
  });

  it('shows what moves, what is chosen and what has the focus where colours are forced', async () => {
    await viewer.page.emulateMedia({ forcedColors: 'active' });
    await show(1224);
    await read(`document.body.classList.add('vscode-high-contrast')`);
    const style = (selector: string, of: string, part?: string) =>
      read<string>(`getComputedStyle(document.querySelector('${selector}')${part ? `, '${part}'` : ''}).${of}`);
    const canvas = await style('main', 'backgroundColor');
    assert.notEqual(await style('.progress', 'backgroundColor', '::before'), canvas);
    assert.equal(await style('#tab-levels', 'borderBottomColor'), canvas);
    assert.notEqual(await style('#tab-energy', 'borderBottomColor'), canvas);
    assert.equal(await style('.marked-records button', 'textDecorationLine'), 'underline');
    await viewer.page.locator('[data-row="1"] .location').click();
    assert.equal(await style('[aria-selected=true] .cell:focus', 'outlineOffset'), '-3px');
  });

  it('has a background of its own, over that of the body', async () => {
    await show(1224);
    await read(`document.documentElement.style.setProperty('--vscode-editor-background', 'rgb(1, 2, 3)')`);
    const background = `getComputedStyle(document.querySelector('main')).backgroundColor`;
    assert.equal(await read(background), 'rgb(1, 2, 3)');
  });
});
