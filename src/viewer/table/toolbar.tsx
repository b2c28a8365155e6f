import { type Signal, signal } from '@preact/signals';
import { createRef } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { t } from '../../common/translate.ts';
import { Icon } from '../base/icons.tsx';
import { useKeptFocus } from '../base/kept-focus.ts';
import { Popup } from '../base/popup.tsx';
import type { ColumnId } from '../data/view-columns.ts';
import type { Formats } from '../formats/formats.ts';
import type { Columns } from '../grid/columns.ts';
import { withHidden } from '../grid/layout.ts';
import { filteredBy } from '../rows/filters.ts';
import type { ViewModel } from '../rows/view-model.ts';
import { ColumnPopup } from './column-popup.tsx';
import { activeFilters } from './filter-values.ts';

/** The controls in the line of the totals: a text filter and columns; also the filters that are set. */
export class Toolbar {
  readonly popup = new Popup();
  /** Number of records that break the contract. */
  readonly marked = signal(0);
  readonly #formats: Formats;
  readonly #view: ViewModel;
  readonly #columns: Columns;
  /** Whether there are records. */
  readonly #usable: Signal<boolean>;
  /** Read out when it changes. */
  readonly #said = signal({ text: '', isSeen: true });
  /** Number of filters that are set. */
  #filters = 0;
  readonly #text = createRef<HTMLInputElement>();
  readonly #columnsButton = createRef<HTMLButtonElement>();

  constructor(formats: Formats, view: ViewModel, columns: Columns, usable: Signal<boolean>) {
    this.#formats = formats;
    this.#view = view;
    this.#columns = columns;
    this.#usable = usable;
    view.onDidChange((change) => {
      const filters = activeFilters(view.filters, formats, columns.label).length;
      // The filter on differences alone is none of those.
      const noMatch = filters === 0 ? t('No differences.') : t('No matching records.');
      const none = view.count === 0 && view.store.rows > 0 ? noMatch : '';
      const { text } = this.#said.value;
      const isCleared = filters === 0 && this.#filters > 0;
      this.#filters = filters;
      if (isCleared && none === '') this.say(t('Filters cleared'), false);
      // What is there already would be read again.
      else if (none !== text && (change !== 'rows' || none !== '' || text === noMatch)) this.say(none);
    });
  }

  /**
   * Says something to screen readers, and again if it is what was said last.
   *
   * @param isSeen whether it is shown as well; what the page shows anyway is not
   */
  say(text: string, isSeen = true): void {
    // A live region is read when its text changes.
    this.#said.value = { text: text !== '' && text === this.#said.value.text ? `${text}\u00a0` : text, isSeen };
  }

  focusText(): void {
    this.#text.current?.focus();
    this.#text.current?.select();
  }

  openColumns(): void {
    const button = this.#columnsButton.current;
    if (button) this.popup.show(button, t('Columns'), <ColumnsMenu columns={this.#columns} />);
  }

  /**
   * Opens the summary and the filter of a column.
   *
   * @param header undefined if the column is not visible
   */
  openColumn(column: ColumnId, header: HTMLElement | undefined): void {
    const id = filteredBy(column);
    const opener = header ?? this.#columnsButton.current;
    const label = this.#columns.label(id);
    const popup = <ColumnPopup id={id} label={label} formats={this.#formats} view={this.#view} />;
    if (opener) this.popup.show(opener, t('{0}: summary and filter', label), popup);
  }

  readonly Tools = () => {
    const { filters } = this.#view;
    const isMarked = filters.marked === true;
    // If there are no marked records, the button is offered only to switch the filter off.
    const offersMarked = isMarked || this.marked.value > 0;
    const marked = useRef<HTMLButtonElement>(null);
    const hadFocus = marked.current !== null && document.activeElement === marked.current;
    useLayoutEffect(() => {
      if (!offersMarked && hadFocus) this.#text.current?.focus();
    });
    const name = this.#columns.hasExtraFields.value
      ? t('Filter by location, type or ID')
      : t('Filter by location or type');
    const { length: lacking } = this.#columns.lacking;
    const columns = lacking === 0 ? t('Columns') : t('Columns: {0} hidden for lack of room', String(lacking));
    return (
      <div class="tools" role="group" aria-label={t('Filters and columns')} inert={!this.#usable.value}>
        <input
          type="search"
          class="filter-text"
          placeholder={t('Filter')}
          title={name}
          aria-label={name}
          value={filters.text ?? ''}
          ref={this.#text}
          onInput={({ currentTarget }) => this.#view.changeFilters({ text: currentTarget.value })}
        />
        <button
          type="button"
          class="quiet icon-button toggle"
          id="marked-only"
          title={t('Issues only')}
          aria-label={t('Issues only')}
          aria-pressed={isMarked}
          hidden={!offersMarked}
          ref={marked}
          onClick={() => this.#view.changeFilters({ marked: isMarked ? undefined : true })}
        >
          <Icon name="warning" />
        </button>
        <button
          type="button"
          class="quiet icon-button"
          id="columns"
          aria-haspopup="dialog"
          title={columns}
          aria-label={columns}
          ref={this.#columnsButton}
          onClick={() => this.openColumns()}
        >
          <Icon name="columns" />
        </button>
        <span role="status" class={`said${this.#said.value.isSeen ? '' : ' unseen'}`}>
          {this.#said.value.text}
        </span>
      </div>
    );
  };

  /** The filters that are set, if any: above the table, so that a chart does not move while it is brushed. */
  readonly Chips = () => {
    const active = activeFilters(this.#view.filters, this.#formats, this.#columns.label);
    const chips = useRef<HTMLDivElement>(null);
    useKeptFocus(chips, 'button', () => this.#text.current);
    const clear = () => {
      this.#text.current?.focus();
      this.#view.setFilters({});
    };
    return (
      <div class="filters" hidden={active.length === 0}>
        <div class="chips" role="group" aria-label={t('Filters')} ref={chips}>
          {active.map(({ text, without }) => {
            const label = t('Remove the filter {0}', text);
            const remove = () => this.#view.changeFilters(without);
            return (
              <button type="button" class="chip" aria-label={label} title={label} onClick={remove}>
                <span class="text">{text}</span>
                <span aria-hidden="true">×</span>
              </button>
            );
          })}
        </div>
        <button type="button" class="link" id="clear-filters" onClick={clear}>
          {t('Clear all')}
        </button>
      </div>
    );
  };
}

/** A checkbox for each column that these records have, and a button that restores the default layout. */
function ColumnsMenu({ columns }: { readonly columns: Columns }) {
  // They stay where they are when the order changes.
  const [ids] = useState(() => columns.offered.value.map(({ id }) => id).filter((id) => columns.has(id)));
  return (
    <>
      <p class="title">
        <strong>{t('Columns')}</strong>
        <button type="button" class="link" onClick={() => columns.choose(columns.usual)}>
          {t('Reset columns')}
        </button>
      </p>
      <div class="fields">
        {ids.map((id) => (
          <label>
            <input
              type="checkbox"
              checked={columns.ids.includes(id)}
              onChange={({ currentTarget }) => {
                columns.choose(withHidden(columns.offered.value, id, !currentTarget.checked));
                // The last visible column cannot be hidden.
                currentTarget.checked = columns.ids.includes(id);
              }}
            />
            <span class="text">{columns.label(id)}</span>
            {columns.lacking.includes(id) && <span class="note">{t('no room')}</span>}
          </label>
        ))}
      </div>
    </>
  );
}
