import type { CommandMessage, ToHost, ViewerStrings } from '../../records/protocol/messages.ts';
import type { Analysis } from '../analysis/analysis.ts';
import type { FoldedPart } from './page-state.ts';
import type { Header } from '../header/header.ts';
import type { Picks } from '../base/picks.ts';
import type { RecordsTable } from '../table/table.ts';

/** What a command is done with: the page's parts, and what it does with several of them. */
export interface CommandedPage {
  readonly strings: ViewerStrings;
  readonly header: Header;
  readonly analysis: Analysis;
  readonly table: RecordsTable;
  readonly picks: Picks;
  readonly send: (message: ToHost) => void;
  readonly saveRecords: (format: 'csv' | 'json' | 'ndjson') => void;
  readonly saveChart: () => void;
  readonly chooseRange: () => void;
  readonly fold: (part: FoldedPart) => void;
}

/** Does what a command of VS Code asks for. */
export function runPageCommand(message: CommandMessage, page: CommandedPage): void {
  const { strings, header, analysis, picks } = page;
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
      return picks.offer(strings.rangeToggle, header.ranges);
    case 'toggleRange':
      return page.fold('range');
    case 'toggleCharts':
      return page.fold('charts');
    case 'nextChart':
    case 'previousChart':
      return analysis.commands.step(message.name === 'nextChart' ? 1 : -1);
    case 'showChart':
      return picks.offer(strings.charts, analysis.commands.tabs);
    case 'sortAnswers':
      return picks.offer(strings.answersOrder, analysis.commands.orders);
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
      return picks.offer(strings.showUnknown, analysis.totals.unknownFields.choices);
    case 'clearBrush':
      return analysis.endBrush();
    default:
      return page.table.run(message);
  }
}
