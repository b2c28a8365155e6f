import type { ViewerStrings } from '../../records/protocol.ts';
import { element } from '../base/dom.ts';
import type { Choice } from '../base/picks.ts';
import { displayText, fill } from '../base/text.ts';
import type { Totals } from '../data/totals.ts';
import type { Formats } from '../formats/formats.ts';

/** Names listed of the fields that are not in the contract. */
const mostNames = 12;

/** A field as it is listed. */
interface Named {
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
  #named: readonly Named[] = [];
  #shown = '';

  /** @param onRecord a record is to be shown as it came */
  constructor(strings: ViewerStrings, formats: Formats, onRecord: (row: number) => void) {
    this.#strings = strings;
    this.#formats = formats;
    this.#onRecord = onRecord;
  }

  /** A record for each field that some have. */
  get choices(): readonly Choice[] {
    return this.#named.flatMap(({ text, row }) =>
      row === undefined ? [] : [{ label: text, choose: () => this.#onRecord(row) }],
    );
  }

  show({ unknownFields, beside }: Totals): void {
    const { unknownField, unknownBeside } = this.#strings;
    const count = (value: number) => this.#formats.count(value);
    this.#named = [
      ...Array.from(unknownFields.values(), ({ name, count: records, row }) => {
        return { text: fill(unknownField, displayText(name), count(records)), row };
      }),
      ...beside.map((name) => ({ text: fill(unknownBeside, displayText(name)), row: undefined })),
    ];
    this.element.hidden = this.#named.length === 0;
    this.#write();
  }

  /** Only what is not there yet: a button that has the focus stays. */
  #write(): void {
    const written = JSON.stringify(this.#named);
    if (written === this.#shown) return;
    this.#shown = written;
    const listed: readonly Named[] = this.#named.slice(0, mostNames);
    const more = this.#named.length > mostNames ? ['…'] : [];
    const nodes = [...listed.map((named) => this.#item(named)), ...more];
    const list = new Intl.ListFormat(this.#formats.language, { type: 'unit' });
    const between = list.formatToParts(nodes.map((_, index) => String(index)));
    const parts = between.map(({ type, value }) => (type === 'element' ? (nodes[Number(value)] ?? '') : value));
    const [before = '', after = ''] = this.#strings.unknownFields.split('{0}');
    this.element.replaceChildren(before, ...parts, after);
    // A narrow page cuts them off.
    this.element.title = this.element.textContent;
  }

  #item({ text, row }: Named): string | HTMLElement {
    if (row === undefined) return text;
    const button = element('button', { type: 'button', class: 'link', title: this.#strings.showUnknown }, text);
    button.addEventListener('click', () => this.#onRecord(row));
    return button;
  }
}
