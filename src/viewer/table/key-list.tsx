import { t } from '../../common/translate.ts';

type Line = readonly [keys: string, meaning: string];

/** All keyboard shortcuts of the viewer, grouped by where they work. */
const keyTable = (): readonly (readonly [where: string, lines: readonly Line[]])[] => [
  [
    t('General'),
    [
      ['↓', t('Go to the table when nothing has the focus')],
      ['?', t('Keyboard shortcuts')],
      ['Ctrl+F', t('Find in table')],
      ['F3, Shift+F3', t('Next or previous match')],
    ],
  ],
  [
    t('Table'),
    [
      ['← ↑ → ↓, PgUp, PgDn', t('Move between cells')],
      ['Home, End, Ctrl+Home, Ctrl+End', t('First or last column; first or last cell')],
      ['Space, Shift+↑, Shift+↓, Ctrl+A', t('Select a record, more records, or all')],
      ['Esc', t('Clear the selection')],
      ['Ctrl+C', t('Copy the cell, or the selected records')],
      ['Enter', t('Open the raw record')],
      ['Shift+F10', t('Open the context menu')],
    ],
  ],
  [
    t('Column header'),
    [
      ['Enter, Shift+Enter', t('Sort; add to the sort order')],
      ['Alt+↓', t('Summary and filter of the column')],
      ['Alt+←, Alt+→, Alt+Enter', t('Change the width; reset it')],
      ['Alt+Shift+←, Alt+Shift+→', t('Move the column')],
    ],
  ],
  [
    t('Charts and summary'),
    [
      ['←, →, Home, End', t('On a tab: switch tabs')],
      ['↑, ↓, Enter', t('On the lower edge: change the height; reset it')],
      ['← ↑ → ↓, PgUp, PgDn', t('In a chart: move the cursor')],
      ['Shift+← ↑ → ↓, Esc', t('In a chart: select records; clear the selection')],
    ],
  ],
];

/** Formats keys the way keyboards of this system label them. */
function written(keys: string, isMac: boolean): string {
  return isMac ? keys.replaceAll('Ctrl+', '⌘').replaceAll('Alt+', '⌥').replaceAll('Shift+', '⇧') : keys;
}

/** The list of the viewer's keyboard shortcuts. */
export function KeyList() {
  const isMac = navigator.platform.startsWith('Mac');
  return keyTable().map(([where, lines]) => (
    <>
      <p class="title">
        <strong>{where}</strong>
      </p>
      <dl class="keys">
        {lines.map(([keys, meaning]) => (
          <>
            <dt>{written(keys, isMac)}</dt>
            <dd>{meaning}</dd>
          </>
        ))}
      </dl>
    </>
  ));
}
