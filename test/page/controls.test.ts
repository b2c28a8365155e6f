import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { type CommandName, commandNames } from '../../src/records/protocol/command-names.ts';
import { ViewerPage } from './viewer-page.ts';
import { PageControls } from './page-controls.ts';

/** Commands of the viewer that do what a control does, or of the extension (`vehicleData.` and a name). */
type Commands = readonly (CommandName | `vehicleData.${string}`)[];
/** Where a pointer says more than a command could: the keys that do the same. */
type Keys = string;

const sort: Commands = ['sortAscending', 'sortDescending', 'addToSort', 'clearSort'];
const move: Commands = ['moveColumnLeft', 'moveColumnRight'];
const stretchColumn: Commands = ['widenColumn', 'narrowColumn'];
const stretchCharts: Commands = ['growCharts', 'shrinkCharts'];
const brush: Keys = 'arrows move a cursor, with Shift they brush, Enter chooses, Escape ends it';

/** Each control of the page, as `PageControls` names it. */
const commandsOf: Readonly<Record<string, Commands | Keys>> = {
  'header: hideCharts, click': ['toggleCharts'],
  'header: rangeToggle, click': ['toggleRange'],
  'header: reload, click': ['reload'],
  'header: cancel, click': ['cancel'],
  'header: tab, click': ['showChart', 'nextChart', 'previousChart'],
  'range: #days, submit': ['chooseRange'],
  'range: #range-start': ['chooseRange'],
  'range: #range-end': ['chooseRange'],
  'range: rangeAsk': ['chooseRange'],
  'range: rangeLast, click': ['showDays'],
  'range: rangeServiceDefault, click': ['showDays'],
  'notice: tryAgain, click': ['reload'],
  'notice: reconnect, click': ['vehicleData.connect'],
  'notice: ownerPage, click': ['vehicleData.openOwnerPage'],
  'notice: editEnvironment, click': ['vehicleData.editEnvironment'],
  'notice: setSecret, click': ['vehicleData.setClientSecret'],
  'notice: explainVersion, click': ['vehicleData.explainVersion'],
  'vehicles: tryAgain, click': ['reload'],
  'totals: nextMarked, click': ['nextMarked'],
  'totals: unknownField, click': ['showUnknownField'],
  'chart: button.link, click': ['nextFinding'],
  'chart: location, click': ['sortAnswers'],
  'chart: otherGroups, click': ['moreAnswers'],
  'chart: fewerGroups, click': ['moreAnswers'],
  'chart: chargingType, click': ['sortAnswers'],
  'chart: totalCharges, click': ['sortAnswers'],
  'chart: totalEnergy, click': ['sortAnswers'],
  'chart: totalTime, click': ['sortAnswers'],
  'chart: isPublic, click': ['sortAnswers'],
  'chart: div.u-over, mousedown': brush,
  'chart: grid, pointerdown': brush,
  'chart: div.u-over, dblclick': ['clearBrush'],
  // uPlot keeps the press that ends a pull from being one.
  'chart: div.u-wrap, click': ['clearBrush'],
  'chart: separator, pointerdown': stretchCharts,
  'chart: separator, dblclick': ['fitCharts'],
  'tools: input.filter-text, input': ['filter'],
  'tools: markedOnly, click': ['toggleMarked'],
  'tools: removeFilter, click': ['removeFilter'],
  'tools: clearFilters, click': ['clearFilters'],
  'tools: #zone, change': ['chooseTimeZone', 'toggleTimeZone'],
  'tools: columns, click': ['chooseColumns'],
  'popup: clearColumn, click': ['clearColumnFilter'],
  'popup: resetColumns, click': ['resetColumns'],
  'popup: input, change': ['chooseColumns', 'filterColumn', 'hideColumn'],
  'popup: input, input': ['filterColumn'],
  'find: input, input': ['find'],
  'find: findPrevious, click': ['findPrevious'],
  'find: findNext, click': ['findNext'],
  'find: close, click': ['closeFind'],
  'head: columnheader, click': [...sort, 'filterColumn'],
  'head: columnheader, dragstart': move,
  'head: columnheader, drop': move,
  'head: span.edge, pointerdown': stretchColumn,
  'head: span.edge, dblclick': ['fitColumn'],
  'rows: rowgroup, click': 'arrows, Shift with arrows and Space; selectAll and clearSelection',
};

/** Commands that no control of the page has: they are of menus and of the keyboard. */
const only: readonly CommandName[] = [
  ...(['copy', 'copyMarkdown', 'copyJson', 'selectAll', 'clearSelection', 'openRawRecord', 'focusTable'] as const),
  ...(['exportCsv', 'exportJson', 'exportNdjson', 'exportChart'] as const),
];

describe("the viewer's controls", () => {
  const viewer = ViewerPage.ofSuite();

  it('are each a command, too', async function () {
    this.timeout(60_000);
    const controls = await PageControls.watch(viewer);
    await controls.seeAll();
    assert.deepEqual([...controls.seen].sort(), Object.keys(commandsOf).sort());
  });

  it('have commands that there are, and all commands are theirs or of menus and keys', () => {
    const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as {
      contributes: { commands: { command: string }[] };
    };
    const contributed = new Set(manifest.contributes.commands.map(({ command }) => command));
    const named = Object.values(commandsOf).flatMap((commands) => (typeof commands === 'string' ? [] : commands));
    const missing = named.filter(
      (name) => !contributed.has(name.startsWith('vehicleData.') ? name : `vehicleData.records.${name}`),
    );
    assert.deepEqual(missing, []);
    const all = new Set<string>([...named, ...only]);
    assert.deepEqual(
      commandNames.filter((name) => !all.has(name)),
      [],
    );
  });
});
