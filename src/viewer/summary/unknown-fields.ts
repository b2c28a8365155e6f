import type { ViewerStrings } from '../messages/viewer-strings.ts';
import { element, setText } from '../base/dom.ts';
import { displayText, fill } from '../base/text.ts';
import type { Totals } from '../results/totals.ts';
import type { Formats } from '../formats/formats.ts';

/** How many names are listed. */
const mostListed = 12;

/** A field as it is listed. */
interface Named {
  readonly name: string;
  readonly text: string;
  /** The first record that has it; undefined: it stands beside the records. */
  readonly row: number | undefined;
}

/** Names the fields that are not in the contract; a press on one shows the first record that has it. */
export class UnknownFields {
  readonly element = element('p', { id: 'unknown-fields', class: 'unknown-fields', hidden: '' });
  readonly #strings: ViewerStrings;
  readonly #formats: Formats;
  readonly #onRecord: (row: number) => void;
  /** What is listed, by what it is made anew for, … */
  #keys = '';
  /** … and the elements that say it. */
  #items: readonly HTMLElement[] = [];

  /** @param onRecord a record is to be shown as it came */
  constructor(strings: ViewerStrings, formats: Formats, onRecord: (row: number) => void) {
    this.#strings = strings;
    this.#formats = formats;
    this.#onRecord = onRecord;
  }

  show({ unknownFields, topLevelFields }: Totals): void {
    const { unknownField, unknownTopLevel } = this.#strings;
    const within = [...unknownFields.values()].slice(0, mostListed + 1).map(({ name, count, row }) => {
      return { name, text: fill(unknownField, displayText(name), this.#formats.count(count)), row };
    });
    const around = topLevelFields.map((name) => ({
      name,
      text: fill(unknownTopLevel, displayText(name)),
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
    // A narrow page cuts them off.
    this.element.title = this.element.textContent;
  }

  /** Makes the elements, if there are others than before: while records arrive, only their counts change. */
  #list(listed: readonly Named[], more: boolean): void {
    const keys = JSON.stringify([listed.map(({ name, row }) => [name, row]), more]);
    if (keys === this.#keys) return;
    this.#keys = keys;
    this.#items = listed.map(({ row }) => this.#item(row));
    const nodes = [...this.#items, ...(more ? ['…'] : [])];
    const list = new Intl.ListFormat(this.#formats.language, { type: 'unit' });
    const between = list.formatToParts(nodes.map((_, index) => String(index)));
    const parts = between.map(({ type, value }) => (type === 'element' ? (nodes[Number(value)] ?? '') : value));
    const [before = '', after = ''] = this.#strings.unknownFields.split('{0}');
    this.element.replaceChildren(before, ...parts, after);
  }

  #item(row: number | undefined): HTMLElement {
    if (row === undefined) return element('span');
    const button = element('button', { type: 'button', class: 'link', title: this.#strings.showUnknown });
    button.addEventListener('click', () => this.#onRecord(row));
    return button;
  }
}
