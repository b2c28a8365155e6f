// An empty webview gets as many bytes as a viewer, in as many messages: what VS Code itself takes.
import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';

/** As the viewer's records are sent, see `src/extension/records/panel/outgoing-queue.ts`. */
const rowsOfMessage = 2400;
const bytesOfRow = 38;
const mostUnderWay = 10;

/** It says that it has begun and ended as the viewer does, so that the same probe sees it. */
const page = `<!DOCTYPE html><html lang="en"><body><script>
  const grid = document.createElement('div');
  grid.className = 'grid';
  grid.style.height = '400px';
  document.body.replaceChildren(grid);
  addEventListener('message', ({ data }) => {
    grid.innerHTML = '<div class="rows"><div class="row"><div class="location"><span class="value">here</span></div></div></div>';
    if (!data.done) return;
    grid.setAttribute('aria-rowcount', data.done + 1);
    document.body.dataset.state = 'ready';
  });
  acquireVsCodeApi().postMessage('ready');
</script></body></html>`;

async function carry(webview: vscode.Webview, rows: number): Promise<void> {
  const underWay: Thenable<unknown>[] = [];
  for (let row = 0; row < rows; row += rowsOfMessage) {
    if (underWay.length >= mostUnderWay) await underWay.shift();
    // Nothing that VS Code could make smaller, as packed records are.
    const bytes = randomBytes(Math.ceil(Math.min(rowsOfMessage, rows - row) * bytesOfRow));
    underWay.push(
      webview.postMessage({ bytes: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) }),
    );
  }
  await Promise.all(underWay);
  await webview.postMessage({ done: rows });
}

export function openEmpty(rows: number): void {
  const { webview } = vscode.window.createWebviewPanel('bench', 'Empty', vscode.ViewColumn.One, {
    enableScripts: true,
  });
  webview.onDidReceiveMessage(() => void carry(webview, rows));
  webview.html = page;
}
