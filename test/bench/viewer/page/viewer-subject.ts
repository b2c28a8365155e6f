import type { Subject } from './subject.ts';

/** The viewer, asked by its own page's elements, so that it is the same in a webview. */
export const viewerSubject: Subject = {
  row: '.rows .row',
  cell: (column) => `.${column}`,
  scroller: () => document.querySelector('.grid'),
  head: () => document.querySelector('.grid .head'),
  count: () => Number(document.querySelector('.grid')?.getAttribute('aria-rowcount') ?? 1) - 1,
  complete: () => document.body?.dataset.state === 'ready',
  sort(column, descending) {
    const header = document.querySelector<HTMLElement>(`.grid .head .${column}`);
    // The first click on a header sorts upwards, the second one downwards.
    if (descending && header?.getAttribute('aria-sort') !== 'ascending') header?.click();
    header?.click();
  },
  filter(text) {
    const input = document.querySelector<HTMLInputElement>('.tools .filter-text');
    if (!input) return;
    input.value = text;
    input.dispatchEvent(new InputEvent('input', { bubbles: true }));
  },
};
