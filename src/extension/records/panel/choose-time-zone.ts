import { QuickPickItemKind, type QuickPickItem, env, l10n } from 'vscode';
import { withResolvers } from '../../../common/missing-in-node-20.ts';
import type { Clock } from '../../../common/clock.ts';
import { zoneChoices } from './time-zones.ts';
import { overPage } from '../../window/over-page.ts';
import { window } from '../../window/window.ts';

type Item = QuickPickItem & { readonly zone?: string };

/**
 * The quick pick of time zones: the window's own, UTC, and every zone that this machine knows.
 *
 * @param now the zone in which times are currently shown; preselected
 * @param clock determines the current offset of each zone
 * @returns the zone's name; undefined if the pick was dismissed
 */
export function chooseTimeZone(now: string, clock: Clock): Promise<string | undefined> {
  const { promise, resolve } = withResolvers<string | undefined>();
  const pick = window.createQuickPick<Item>();
  const places = zoneChoices(clock.now(), env.language).map(({ zone, clock: time, offset }) => {
    const description = [l10n.t('UTC{0}', offset), time].filter(Boolean).join(' · ');
    return { label: zone.replaceAll('_', ' '), description, zone };
  });
  const items: Item[] = [
    // The window resolves this one, because the extension host may run on another machine.
    { label: l10n.t('Local time'), zone: 'local' },
    { label: l10n.t('UTC'), zone: 'utc' },
    { label: '', kind: QuickPickItemKind.Separator },
    ...places,
  ];
  pick.title = l10n.t('Select time zone');
  pick.placeholder = l10n.t('Type a city or an offset');
  pick.matchOnDescription = true;
  pick.ignoreFocusOut = overPage.ignoreFocusOut;
  pick.items = items;
  pick.activeItems = items.filter(({ zone }) => zone === now);
  pick.onDidAccept(() => resolve(pick.selectedItems[0]?.zone));
  pick.onDidHide(() => resolve(undefined));
  pick.show();
  return promise.finally(() => pick.dispose());
}
