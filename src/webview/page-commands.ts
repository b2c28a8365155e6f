import type { CommandMessage } from '../records/protocol.ts';

/** What a command can do to the page, beside its table. */
export interface PageActions {
  readonly saveRecords: (format: 'csv' | 'json' | 'ndjson') => void;
  readonly saveChart: () => void;
  readonly reload: () => void;
  readonly cancel: () => void;
  readonly chooseRange: () => void;
  /** Has the user choose among the ranges of the last days. */
  readonly pickDays: () => void;
  readonly toggleRange: () => void;
  readonly toggleCharts: () => void;
  /** Shows the next tab (1) or the one before (-1). */
  readonly stepChart: (by: -1 | 1) => void;
  readonly pickChart: () => void;
  readonly pickAnswersOrder: () => void;
  /** Makes charts and answers higher or lower. */
  readonly stretchCharts: (step: -1 | 1) => void;
  readonly fitCharts: () => void;
  readonly nextFinding: () => void;
  readonly clearBrush: () => void;
  /** Gets the commands that are the table's. */
  readonly table: (message: CommandMessage) => void;
}

/** Does what a command of VS Code asks for. */
export function runPageCommand(message: CommandMessage, actions: PageActions): void {
  switch (message.name) {
    case 'exportCsv':
      return actions.saveRecords('csv');
    case 'exportJson':
      return actions.saveRecords('json');
    case 'exportNdjson':
      return actions.saveRecords('ndjson');
    case 'exportChart':
      return actions.saveChart();
    case 'reload':
      return actions.reload();
    case 'cancel':
      return actions.cancel();
    case 'chooseRange':
      return actions.chooseRange();
    case 'showDays':
      return actions.pickDays();
    case 'toggleRange':
      return actions.toggleRange();
    case 'toggleCharts':
      return actions.toggleCharts();
    case 'nextChart':
    case 'previousChart':
      return actions.stepChart(message.name === 'nextChart' ? 1 : -1);
    case 'showChart':
      return actions.pickChart();
    case 'sortAnswers':
      return actions.pickAnswersOrder();
    case 'growCharts':
    case 'shrinkCharts':
      return actions.stretchCharts(message.name === 'shrinkCharts' ? -1 : 1);
    case 'fitCharts':
      return actions.fitCharts();
    case 'nextFinding':
      return actions.nextFinding();
    case 'clearBrush':
      return actions.clearBrush();
    default:
      return actions.table(message);
  }
}
