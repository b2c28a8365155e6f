import { useSignal, type Signal } from '@preact/signals';
import { t } from '../../common/translate.ts';
import { textName } from '../base/text.ts';
import { leastGain } from '../data/derived.ts';
import type { Formats } from '../formats/formats.ts';
import { durationText, lossesText, spreadText } from '../results/summary-texts.ts';
import { type Group, type GroupKey, type Summary, publicShare, topGroups } from '../results/summary.ts';

/** Maximum number of groups that are listed separately. */
const mostGroups = 200;

interface SummaryViewProps {
  /** With the battery's capacity in the unit of the energies, if it is known. */
  readonly shown: Signal<{ readonly summary: Summary; readonly nominal: number | undefined } | undefined>;
  readonly formats: Formats;
  /** Whether there is more than one vehicle, and so no single battery. */
  readonly several: boolean;
}

/** Summary of the records on screen: by place, by charging type, and about the battery. */
export function SummaryView({ shown, formats, several }: SummaryViewProps) {
  const { summary, nominal } = shown.value ?? {};
  const capacity = summary?.capacity;
  const isKnown = capacity && nominal !== undefined && nominal > 0;
  return (
    <div class="summary">
      <GroupTable caption={t('Location')} groups={summary?.locations ?? []} formats={formats} />
      <GroupTable caption={t('Type')} groups={summary?.kinds ?? []} formats={formats} />
      <div class="battery" hidden={several}>
        <dl class="capacity">
          <div>
            <dt>{t('Implied capacity')}</dt>
            <dd id="implied-capacity" class="number">
              {summary && (capacity ? formats.energyWithUnit(capacity.median) : t('unknown'))}
            </dd>
            <dd id="implied-spread" class="note">
              {capacity && spreadText(formats, capacity)}
            </dd>
          </div>
          <div>
            <dt>{t('Nominal capacity')}</dt>
            <dd id="nominal-capacity" class="number">
              {summary && (nominal === undefined ? t('unknown') : formats.energyWithUnit(nominal))}
            </dd>
            <dd id="implied-against" class="note">
              {isKnown && t('{0} of nominal', formats.percent(capacity.median / nominal))}
            </dd>
            <dd class="note">{capacity && lossesText(capacity, nominal)}</dd>
          </div>
        </dl>
        <p class="note">
          {t('Energy ÷ charge gained: median of charges that gained at least {0}.', formats.percent(leastGain))}
        </p>
      </div>
    </div>
  );
}

interface GroupTableProps {
  readonly caption: string;
  readonly groups: readonly Group[];
  readonly formats: Formats;
}

/** The groups of one column as a table, with a bar each; clicking a heading sorts it. */
function GroupTable({ caption, groups, formats }: GroupTableProps) {
  const key = useSignal<GroupKey>('energy');
  const heads: Readonly<Record<GroupKey, string>> = {
    text: caption,
    charges: t('Charges'),
    energy: t('Energy'),
    time: t('Charging time'),
    share: t('Public'),
  };
  const { top, others } = topGroups(groups, key.value, mostGroups, formats.language);
  /** What a group's bar shows: that by which the groups are in order, and energy where that is their name. */
  const size = (group: Group) => {
    if (key.value === 'share') return publicShare(group) ?? 0;
    return key.value === 'text' ? group.energy : group[key.value];
  };
  const longest = Math.max(...top.map(size));
  const line = (name: string, group: Group, bar: number) => {
    const share = publicShare(group);
    return (
      <tr>
        <th scope="row" style={bar > 0 ? { backgroundSize: `${bar * 100}% 2px` } : {}}>
          {name}
        </th>
        <td>{formats.count(group.charges)}</td>
        <td>{formats.energyWithUnit(group.energy)}</td>
        <td>{durationText(formats, group.time)}</td>
        <td>{share === undefined ? '' : formats.percent(share)}</td>
      </tr>
    );
  };
  return (
    <table class="groups" aria-label={caption}>
      <thead>
        <tr>
          {(Object.keys(heads) as GroupKey[]).map((each) => (
            <th scope="col" aria-sort={each !== key.value ? 'none' : each === 'text' ? 'ascending' : 'descending'}>
              <button type="button" class="link" onClick={() => (key.value = each)}>
                {heads[each]}
                <span class="arrow" aria-hidden="true" />
              </button>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {top.map((group) => line(textName(group.text), group, longest > 0 ? size(group) / longest : 0))}
        {others && line(t('{0} others', formats.count(others.groups)), others, 0)}
      </tbody>
    </table>
  );
}
