import type { HostMessage } from '../../records/protocol/to-host.ts';
import type { PageMessage } from '../../records/protocol/to-page.ts';
import type { ViewerStrings } from '../../records/protocol/viewer-strings.ts';
import type { Analysis } from '../analysis/analysis.ts';
import type { FoldedPart } from './page-state.ts';
import type { Header } from '../header/header.ts';
import type { Choice } from '../base/choice.ts';
import type { RecordsTable } from '../table/table.ts';

/** What a command is done with: the page's parts, and what it does with several of them. */
export interface CommandedPage {
  readonly strings: ViewerStrings;
  readonly header: Header;
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

/** Does what a command of VS Code asks for. */
export function runPageCommand(message: PageMessage<'command'>, page: CommandedPage): void {
  const { strings, header, analysis } = page;
  switch (message.name) {
    case 'exportCsv':
      return page.saveRecords('csv');
    case 'exportJson':
      return page.saveRecords('json');
    case 'exportNdjson':
      return page.saveRecords('ndjson');
    case 'exportChart':
      return page.saveChart();
    case 'reload':
      return page.send({ type: 'reload' });
    case 'cancel':
      return page.send({ type: 'cancel' });
    case 'chooseRange':
      return page.chooseRange();
    case 'showDays':
      return page.offer(strings.rangeToggle, header.ranges);
    case 'toggleRange':
      return page.fold('range');
    case 'toggleCharts':
      return page.fold('charts');
    case 'nextChart':
    case 'previousChart':
      return analysis.commands.step(message.name === 'nextChart' ? 1 : -1);
    case 'showChart':
      return page.offer(strings.charts, analysis.commands.tabs);
    case 'sortAnswers':
      return page.offer(strings.answersOrder, analysis.commands.orders);
    case 'moreAnswers':
      return analysis.commands.moreAnswers();
    case 'growCharts':
    case 'shrinkCharts':
      return analysis.commands.stretch(message.name === 'shrinkCharts' ? -1 : 1);
    case 'fitCharts':
      return analysis.commands.fit();
    case 'nextFinding':
      return analysis.nextFinding();
    case 'showUnknownField':
      return page.offer(strings.showUnknown, analysis.totals.unknownFields.choices);
    case 'clearBrush':
      return analysis.endBrush();
    default:
      return page.table.run(message);
  }
}
