import { t } from '../../common/translate.ts';
import { element, setText } from '../base/dom.ts';
import { fromInput, toInput, withoutColumn } from './filter-values.ts';
import type { Range } from '../rows/filters.ts';
import { type NumberColumn, columnKinds } from '../data/view-columns.ts';
import type { ViewModel } from '../rows/view-model.ts';
import type { Zone } from '../formats/zone.ts';

/** The inputs for one end of a range. */
interface EndFields {
  readonly label: HTMLElement;
  readonly inputs: readonly HTMLInputElement[];
  readonly text: () => string;
}

/**
 * Inputs for a day and an optional time of day. A combined field would have no value until each part of it is filled
 * in.
 */
function momentFields(name: string, typed: string): EndFields {
  const [day = '', time = ''] = typed.split('T');
  const date = element('input', { type: 'date', value: day });
  const clock = element('input', { type: 'time', value: time, 'aria-label': t('{0}: time of day', name) });
  const label = element('label', {}, element('span', {}, name), date, clock);
  const text = () => (clock.value === '' ? date.value : `${date.value}T${clock.value}`);
  return { label, inputs: [date, clock], text };
}

function numberField(name: string, typed: string, unit: string): EndFields {
  const input = element('input', { type: 'number', step: 'any', value: typed });
  const label = element('label', {}, element('span', {}, name), input, unit);
  return { label, inputs: [input], text: () => input.value };
}

/** The fields that filter a column of numbers or times by a range. */
export function rangeFields(id: NumberColumn, zone: Zone, view: ViewModel): HTMLElement[] {
  const kind = columnKinds[id];
  const unit = kind === 'duration' ? t('minutes') : kind === 'fraction' ? t('%') : '';
  const fieldsOf = (end: keyof Range) => {
    const typed = toInput(id, view.filters.ranges?.[id]?.[end], end, zone);
    const name = end === 'from' ? t('From') : t('To');
    return kind === 'time' ? momentFields(name, typed) : numberField(name, typed, unit);
  };
  const ends = { from: fieldsOf('from'), to: fieldsOf('to') };
  const problem = element('p', { class: 'reversed', role: 'status' });
  const valueOf = (end: keyof Range) => fromInput(id, ends[end].text(), end, zone);
  const apply = () => {
    const range = { from: valueOf('from'), to: valueOf('to') };
    const { from = -Infinity, to = Infinity } = range;
    setText(problem, from > to ? t('“To” must not be less than “From”.') : '');
    const others = withoutColumn(view.filters, id).ranges;
    const empty = range.from === undefined && range.to === undefined;
    view.changeFilters({ ranges: empty ? others : { ...others, [id]: range } });
  };
  /** Incomplete input does not filter anything: tells the user so when they leave the field. */
  const check = ({ inputs, text }: EndFields, end: keyof Range) => {
    const begun = inputs.some(({ validity }) => validity.badInput) || (text() !== '' && valueOf(end) === undefined);
    if (begun) setText(problem, t('Incomplete value.'));
  };
  for (const end of ['from', 'to'] as const) {
    for (const input of ends[end].inputs) {
      input.addEventListener('input', apply);
      input.addEventListener('blur', () => check(ends[end], end));
    }
  }
  return [ends.from.label, ends.to.label, problem];
}
