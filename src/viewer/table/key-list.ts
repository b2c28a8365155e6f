import type { ViewerStrings } from '../messages/viewer-strings.ts';
import { element } from '../base/dom.ts';

type Line = readonly [keys: string, meaning: keyof ViewerStrings];

/** All keyboard shortcuts of the viewer, grouped by where they work. */
const keyTable: readonly (readonly [where: keyof ViewerStrings, lines: readonly Line[]])[] = [
  [
    'keysAnywhere',
    [
      ['?', 'keysTitle'],
      ['Ctrl+F', 'find'],
      ['F3, Shift+F3', 'keyMatches'],
    ],
  ],
  [
    'keysTable',
    [
      ['← ↑ → ↓, PgUp, PgDn', 'keyMove'],
      ['Home, End, Ctrl+Home, Ctrl+End', 'keyEdges'],
      ['Space, Shift+↑, Shift+↓, Ctrl+A', 'keySelect'],
      ['Esc', 'keyDeselect'],
      ['Ctrl+C', 'keyCopy'],
      ['Enter', 'keyOpen'],
      ['Shift+F10', 'keyMenu'],
    ],
  ],
  [
    'keysHeader',
    [
      ['Enter, Shift+Enter', 'keySort'],
      ['Alt+↓', 'keyFilter'],
      ['Alt+←, Alt+→, Alt+Enter', 'keyWidth'],
      ['Alt+Shift+←, Alt+Shift+→', 'keyReorder'],
    ],
  ],
  [
    'charts',
    [
      ['←, →, Home, End', 'keyTabs'],
      ['↑, ↓, Enter', 'keyHeight'],
      ['← ↑ → ↓, PgUp, PgDn', 'keyCursor'],
      ['Shift+← ↑ → ↓, Esc', 'keyBrush'],
    ],
  ],
];

/** Formats keys the way keyboards of this system label them. */
function written(keys: string, isMac: boolean): string {
  return isMac ? keys.replaceAll('Ctrl+', '⌘').replaceAll('Alt+', '⌥').replaceAll('Shift+', '⇧') : keys;
}

/** The list of the viewer's keyboard shortcuts. */
export function keyList(strings: ViewerStrings, isMac = navigator.platform.startsWith('Mac')): HTMLElement[] {
  return keyTable.flatMap(([where, lines]) => [
    element('p', { class: 'title' }, element('strong', {}, strings[where])),
    element(
      'dl',
      { class: 'keys' },
      ...lines.flatMap(([keys, meaning]) => [
        element('dt', {}, written(keys, isMac)),
        element('dd', {}, strings[meaning]),
      ]),
    ),
  ]);
}
