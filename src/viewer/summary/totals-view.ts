import { t } from '../../common/translate.ts';
import { totalTexts } from '../results/summary-texts.ts';
import { element, setText } from '../base/dom.ts';
import type { Formats } from '../formats/formats.ts';
import type { Sum, Totals } from '../results/totals.ts';
import { UnknownFields } from './unknown-fields.ts';

/** One number with its name, and what it does not include. */
class Card {
  readonly element: HTMLElement;
  readonly #value: HTMLElement;
  readonly #note = element('dd', { class: 'note' });
  readonly #label: string;

  constructor(id: string, label: string) {
    this.#label = label;
    this.#value = element('dd', { id, class: 'number' });
    this.element = element('div', { class: 'card' }, element('dt', {}, label), this.#value, this.#note);
  }

  show(value: string, note = ''): void {
    setText(this.#value, value);
    setText(this.#note, note);
    this.element.title = [`${this.#label}: ${value}`, note].filter(Boolean).join('\n');
  }
}

export interface TotalsEvents {
  readonly onNextMarked: () => void;
  /** The user wants to see a raw record. */
  readonly onRecord: (row: number) => void;
}

/** The totals over the records, and their breaches of the contract. */
export class TotalsView {
  readonly element: HTMLElement;
  readonly unknownFields: UnknownFields;
  readonly #formats: Formats;
  readonly #charges: Card;
  readonly #energy: Card;
  readonly #time: Card;
  readonly #public: Card;
  readonly #marked: HTMLElement;
  readonly #markedCount = element('strong', { id: 'total-marked' });

  constructor(formats: Formats, { onNextMarked, onRecord }: TotalsEvents) {
    this.#formats = formats;
    this.#charges = new Card('total-charges', t('Charges'));
    this.#energy = new Card('total-energy', t('Energy'));
    this.#time = new Card('total-time', t('Charging time'));
    this.#public = new Card('total-public', t('Public share'));
    this.unknownFields = new UnknownFields(formats, onRecord);
    const next = element('button', { type: 'button', class: 'link' }, t('Go to Next'));
    next.addEventListener('click', onNextMarked);
    const label = element('span', { class: 'label' }, `${t('Records with issues')}: `);
    const title = t('Records with issues');
    this.#marked = element('p', { class: 'marked-records', title, hidden: '' }, label, this.#markedCount, ' ', next);
    const cards = [this.#charges, this.#energy, this.#time, this.#public].map((card) => card.element);
    this.element = element(
      'section',
      { class: 'totals', 'aria-label': t('Totals') },
      element('dl', { class: 'cards' }, ...cards),
      this.#marked,
      this.unknownFields.element,
    );
  }

  /** @param all totals of all records, regardless of the filters */
  show(totals: Totals, all: Totals): void {
    const { marked } = all;
    const texts = totalTexts(this.#formats, totals);
    this.#charges.show(texts.charges);
    this.#energy.show(texts.energy, this.#note(totals.energy));
    this.#time.show(texts.time, this.#note(totals.time));
    this.#public.show(texts.public, this.#note(totals.public));
    this.#marked.hidden = marked === 0;
    setText(this.#markedCount, this.#formats.count(marked));
    this.unknownFields.show(all);
  }

  #note({ excluded, ongoing, absent }: Sum): string {
    const shown = (count: number) => this.#formats.count(count);
    const said = [
      ongoing > 0 && t('{0} ongoing', shown(ongoing)),
      absent > 0 && t('{0} without a value', shown(absent)),
      excluded > 0 && t('{0} excluded (invalid)', shown(excluded)),
    ];
    return said.filter(Boolean).join(', ');
  }
}
