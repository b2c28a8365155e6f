import { t } from '../../common/translate.ts';
import type { ExportFormat } from '../messages/export-format.ts';
import type { HostMessage } from '../messages/to-host.ts';
import type { Analysis } from '../analysis/analysis.ts';
import type { Choice } from '../base/choice.ts';
import type { RecordsTable } from '../table/table.ts';
import type { CommandHandlers } from '../table/table-commands.ts';

/** What commands use: the page's parts, and operations that involve several of them. */
export interface CommandedPage {
  readonly analysis: Analysis;
  readonly table: RecordsTable;
  /** Lets the user choose. */
  readonly offer: (title: string, choices: readonly Choice[]) => void;
  readonly send: (message: HostMessage) => void;
  readonly saveRecords: (format: ExportFormat) => void;
  readonly saveChart: () => void;
  readonly reload: () => void;
  readonly chooseRange: () => void;
  readonly toggleCharts: () => void;
}

/** Handlers of all commands of the viewer. */
export function pageCommands(page: CommandedPage): CommandHandlers {
  return {
    ...page.table.commands,
    export: () =>
      page.offer(t('Export charge records as'), [
        { label: t('CSV (UTF-8 with BOM, for Excel)'), choose: () => page.saveRecords('csv') },
        { label: t('CSV (no BOM)'), choose: () => page.saveRecords('csvWithoutMark') },
        { label: 'JSON', choose: () => page.saveRecords('json') },
        { label: 'NDJSON', choose: () => page.saveRecords('ndjson') },
      ]),
    exportChart: () => page.saveChart(),
    reload: () => page.reload(),
    cancel: () => page.send({ type: 'cancel' }),
    chooseRange: () => page.chooseRange(),
    toggleCharts: () => page.toggleCharts(),
    nextAnomaly: () => page.analysis.nextAnomaly(),
  };
}
