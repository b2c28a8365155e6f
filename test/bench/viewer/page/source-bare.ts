// In a bare page, a process beside it stands in for the extension's host: see `host.ts`.
import type { ChargeRecord } from '../../../../src/service/model/vehicles.ts';
import { buildColumns } from './built-columns.ts';
import type { RecordSource } from './subject.ts';

async function fetched(path: string): Promise<ChargeRecord[]> {
  const { records } = JSON.parse(await (await fetch(path)).text()) as { records: ChargeRecord[] };
  return records;
}

const recordSource: RecordSource = {
  /**
   * On the way that is usual: the extension reads and checks the whole body and posts the list; VS Code carries it as
   * JSON into the window and clones it into the webview.
   */
  async objects(size) {
    const records = await fetched(`/objects/${size}`);
    const arrived = new Promise<ChargeRecord[]>((resolve) => {
      addEventListener('message', ({ data }: MessageEvent<ChargeRecord[]>) => resolve(data), { once: true });
    });
    postMessage(records);
    return arrived;
  },

  columns: async (size) => buildColumns(await fetched(`/body/${size}`)),
};
Object.assign(globalThis, { recordSource });
