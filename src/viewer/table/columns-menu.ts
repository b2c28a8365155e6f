import { t } from '../../common/translate.ts';
import { element } from '../base/dom.ts';
import { type Layout, withHidden } from '../grid/layout.ts';
import type { ColumnId } from '../data/view-columns.ts';

/**
 * A checkbox for each column, and a button that restores the default layout.
 *
 * @param layout all columns, including those that these records do not have
 */
export function columnsMenu(
  layout: () => Layout,
  has: (id: ColumnId) => boolean,
  label: (id: ColumnId) => string,
  onChange: (layout: Layout) => void,
  standard: Layout,
): HTMLElement[] {
  const offered = layout().filter(({ id }) => has(id));
  const boxes = offered.map(({ id, hidden }) => {
    const box = element('input', { type: 'checkbox' });
    box.checked = !hidden;
    box.addEventListener('change', () => {
      onChange(withHidden(layout(), id, !box.checked));
      // The last visible column cannot be hidden.
      box.checked = !layout().find((place) => place.id === id)?.hidden;
    });
    return { id, box, row: element('label', {}, box, element('span', { class: 'text' }, label(id))) };
  });
  const reset = element('button', { type: 'button', class: 'link' }, t('Reset columns'));
  reset.addEventListener('click', () => {
    onChange(standard);
    for (const { id, box } of boxes) box.checked = !standard.find((place) => place.id === id)?.hidden;
  });
  return [
    element('p', { class: 'title' }, element('strong', {}, t('Columns')), reset),
    element('div', { class: 'fields' }, ...boxes.map(({ row }) => row)),
  ];
}
