import type { Signal } from '@preact/signals';
import { t } from '../../common/translate.ts';
import { displayText } from '../base/text.ts';
import type { Formats } from '../formats/formats.ts';
import { totalTexts } from '../results/summary-texts.ts';
import type { Sum, Totals } from '../results/totals.ts';

/** Maximum number of listed fields. */
const mostListed = 12;

interface TotalsProps {
  /** Totals of the records that pass the filters, and of all. */
  readonly totals: Signal<{ readonly shown: Totals; readonly all: Totals } | undefined>;
  readonly formats: Formats;
  /** Whether there are records. */
  readonly usable: Signal<boolean>;
  readonly onNextMarked: () => void;
  /** The user wants to see a raw record. */
  readonly onRecord: (row: number) => void;
}

/** The totals over the records, and their breaches of the contract. */
export function TotalsLine({ totals, formats, usable, onNextMarked, onRecord }: TotalsProps) {
  const { shown, all } = totals.value ?? {};
  const texts = shown && totalTexts(formats, shown);
  const note = (sum: Sum | undefined) => (sum ? leftOutText(sum, formats) : '');
  return (
    <section class="totals" aria-label={t('Totals')} inert={!usable.value}>
      <dl class="cards">
        <Card id="total-charges" label={t('Charges')} value={texts?.charges} note="" />
        <Card id="total-energy" label={t('Energy')} value={texts?.energy} note={note(shown?.energy)} />
        <Card id="total-time" label={t('Charging time')} value={texts?.time} note={note(shown?.time)} />
        <Card id="total-public" label={t('Public share')} value={texts?.public} note={note(shown?.public)} />
      </dl>
      <p class="marked-records" title={t('Records with issues')} hidden={!all?.marked}>
        <span class="label">{`${t('Records with issues')}: `}</span>
        <strong id="total-marked">{all && formats.count(all.marked)}</strong>{' '}
        <button type="button" class="link" onClick={onNextMarked}>
          {t('Go to Next')}
        </button>
      </p>
      <UnknownFields totals={all} formats={formats} onRecord={onRecord} />
    </section>
  );
}

interface CardProps {
  readonly id: string;
  readonly label: string;
  readonly value: string | undefined;
  readonly note: string;
}

/** One number with its name, and what it does not include. */
function Card({ id, label, value, note }: CardProps) {
  return (
    <div class="card" title={[`${label}: ${value}`, note].filter(Boolean).join('\n')}>
      <dt>{label}</dt>
      <dd id={id} class="number">
        {value}
      </dd>
      <dd class="note">{note}</dd>
    </div>
  );
}

function leftOutText({ excluded, ongoing, absent }: Sum, formats: Formats): string {
  const texts = [
    ongoing > 0 && t('{0} ongoing', formats.count(ongoing)),
    absent > 0 && t('{0} without a value', formats.count(absent)),
    excluded > 0 && t('{0} excluded (invalid)', formats.count(excluded)),
  ];
  return texts.filter(Boolean).join(', ');
}

interface UnknownFieldsProps extends Pick<TotalsProps, 'formats' | 'onRecord'> {
  readonly totals: Totals | undefined;
}

/** Lists the fields that are not in the contract; clicking one shows the first record that has it. */
function UnknownFields({ totals, formats, onRecord }: UnknownFieldsProps) {
  const within = [...(totals?.unknownFields.values() ?? [])].slice(0, mostListed + 1).map(({ name, count, row }) => {
    return { text: t('{0} (in {1})', displayText(name), formats.count(count)), row };
  });
  // Next to the list of records.
  const around = (totals?.topLevelFields ?? []).map((name) => {
    return { text: t('{0} (top level)', displayText(name)), row: undefined };
  });
  const fields = [...within, ...around];
  const listed = fields.slice(0, mostListed);
  const more = fields.length > mostListed ? [{ text: '…', row: undefined }] : [];
  const items = [...listed, ...more];
  const list = new Intl.ListFormat(formats.language, { type: 'unit' });
  const parts = list.formatToParts(items.map((_, index) => String(index)));
  const [before, after] = t('Unknown fields: {0}', '\n').split('\n');
  return (
    <p
      id="unknown-fields"
      class="unknown-fields"
      hidden={fields.length === 0}
      // The tooltip has the full text, which a narrow page cuts off.
      title={[before, list.format(items.map(({ text }) => text)), after].join('')}
    >
      {before}
      {parts.map(({ type, value }) => {
        const item = type === 'element' ? items[Number(value)] : undefined;
        if (!item) return value;
        const { text, row } = item;
        if (row === undefined) return <span>{text}</span>;
        return (
          <button
            type="button"
            class="link"
            title={t('Go to the first record with this field')}
            onClick={() => onRecord(row)}
          >
            {text}
          </button>
        );
      })}
      {after}
    </p>
  );
}
