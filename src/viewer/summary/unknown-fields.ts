import { t } from '../../common/translate.ts';
import { element, setText } from '../base/dom.ts';
import { displayText } from '../base/text.ts';
import type { Totals } from '../results/totals.ts';
import type { Formats } from '../formats/formats.ts';

/** Maximum number of listed names. */
const mostListed = 12;

/** A listed field. */
interface Named {
  readonly name: string;
  readonly text: string;
  /** The first record that has it; undefined: it is next to the list of records. */
  readonly row: number | undefined;
}

/** Lists the fields that are not in the contract; clicking one shows the first record that has it. */
export class UnknownFields {
  readonly element = element('p', { id: 'unknown-fields', class: 'unknown-fields', hidden: '' });
  readonly #formats: Formats;
  readonly #onRecord: (row: number) => void;
  /** Key of the list's content, which determines whether it is rebuilt, … */
  #keys = '';
  /** … and the elements that show it. */
  #items: readonly HTMLElement[] = [];

  /** @param onRecord called when the user wants to see a raw record */
  constructor(formats: Formats, onRecord: (row: number) => void) {
    this.#formats = formats;
    this.#onRecord = onRecord;
  }

  show({ unknownFields, topLevelFields }: Totals): void {
    const within = [...unknownFields.values()].slice(0, mostListed + 1).map(({ name, count, row }) => {
      return { name, text: t('{0} (in {1})', displayText(name), this.#formats.count(count)), row };
    });
    const around = topLevelFields.map((name) => ({
      name,
      text: t('{0} (top level)', displayText(name)),
      row: undefined,
    }));
    const named: readonly Named[] = [...within, ...around];
    const listed = named.slice(0, mostListed);
    this.element.hidden = named.length === 0;
    this.#list(listed, named.length > mostListed);
    listed.forEach(({ text }, index) => {
      const item = this.#items[index];
      if (item) setText(item, text);
    });
    // The tooltip has the full text, which a narrow page cuts off.
    this.element.title = this.element.textContent;
  }

  /** Creates the elements if the list has changed: while records arrive, only the counts change. */
  #list(listed: readonly Named[], more: boolean): void {
    const keys = JSON.stringify([listed.map(({ name, row }) => [name, row]), more]);
    if (keys === this.#keys) return;
    this.#keys = keys;
    this.#items = listed.map(({ row }) => this.#item(row));
    const nodes = [...this.#items, ...(more ? ['…'] : [])];
    const list = new Intl.ListFormat(this.#formats.language, { type: 'unit' });
    const between = list.formatToParts(nodes.map((_, index) => String(index)));
    const parts = between.map(({ type, value }) => (type === 'element' ? (nodes[Number(value)] ?? '') : value));
    const [before = '', after = ''] = t('Unknown fields: {0}').split('{0}');
    this.element.replaceChildren(before, ...parts, after);
  }

  #item(row: number | undefined): HTMLElement {
    if (row === undefined) return element('span');
    const button = element('button', {
      type: 'button',
      class: 'link',
      title: t('Go to the first record with this field'),
    });
    button.addEventListener('click', () => this.#onRecord(row));
    return button;
  }
}
