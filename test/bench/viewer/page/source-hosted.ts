// In a webview, the extension of `carrier` has the records, and VS Code itself carries them.
import type { Answer, Wanted } from './hosted.ts';
import type { RecordSource } from './subject.ts';

declare function acquireVsCodeApi(): { postMessage(message: Wanted): void };
const host = acquireVsCodeApi();

/** How many records there are, the bench tells its service. */
function ask<Kind extends Wanted>(wanted: Kind): Promise<Answer[Kind]> {
  return new Promise((resolve, reject) => {
    const take = ({ data }: MessageEvent<{ records: Answer[Kind] } | { error: string }>) => {
      if ('error' in data) reject(new Error(data.error));
      else resolve(data.records);
    };
    addEventListener('message', take, { once: true });
    host.postMessage(wanted);
  });
}

const recordSource: RecordSource = { objects: () => ask('objects'), columns: () => ask('columns') };
Object.assign(globalThis, { recordSource });
