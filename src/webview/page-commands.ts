import type { CommandMessage } from '../records/protocol.ts';

/** What a command can do to the page, beside its table. */
export interface PageActions {
  readonly saveRecords: (format: 'csv' | 'json' | 'ndjson') => void;
  readonly saveChart: () => void;
  readonly reload: () => void;
  readonly cancel: () => void;
  readonly chooseRange: () => void;
  readonly toggleCharts: () => void;
  readonly nextChart: () => void;
  /** Makes charts and answers higher or lower. */
  readonly stretchCharts: (step: -1 | 1) => void;
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
    case 'toggleCharts':
      return actions.toggleCharts();
    case 'nextChart':
      return actions.nextChart();
    case 'growCharts':
    case 'shrinkCharts':
      return actions.stretchCharts(message.name === 'shrinkCharts' ? -1 : 1);
    default:
      return actions.table(message);
  }
}
