import type { HostMessage } from '../../records/protocol/to-host.ts';
import type { PageMessage } from '../../records/protocol/to-page.ts';
import type { ViewerStrings } from '../../records/protocol/viewer-strings.ts';
import type { Analysis } from '../analysis/analysis.ts';
import type { FoldedPart } from './page-state.ts';
import type { Choice } from '../base/choice.ts';
import type { RecordsTable } from '../table/table.ts';

/** What a command is done with: the page's parts, and what it does with several of them. */
export interface CommandedPage {
  readonly strings: ViewerStrings;
  readonly analysis: Analysis;
  readonly table: RecordsTable;
  /** Has the user choose. */
  readonly offer: (title: string, choices: readonly Choice[]) => void;
  readonly send: (message: HostMessage) => void;
  readonly saveRecords: (format: 'csv' | 'json' | 'ndjson') => void;
  readonly saveChart: () => void;
  readonly chooseRange: () => void;
  readonly fold: (part: FoldedPart) => void;
}

const formats = ['csv', 'json', 'ndjson'] as const;

/** Does what a command of VS Code asks for. */
export function runPageCommand(message: PageMessage<'command'>, page: CommandedPage): void {
  const { strings, analysis } = page;
  switch (message.name) {
    case 'export':
      return page.offer(
        strings.exportAs,
        formats.map((format) => ({ label: format.toUpperCase(), choose: () => page.saveRecords(format) })),
      );
    case 'exportChart':
      return page.saveChart();
    case 'reload':
      return page.send({ type: 'reload' });
    case 'cancel':
      return page.send({ type: 'cancel' });
    case 'chooseRange':
      return page.chooseRange();
    case 'toggleCharts':
      return page.fold('charts');
    case 'nextAnomaly':
      return analysis.nextFinding();
    default:
      return page.table.run(message);
  }
}
