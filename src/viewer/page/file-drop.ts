import { mostFileBytes } from '../messages/most-file-bytes.ts';
import type { DroppedFile } from '../messages/to-host.ts';
import { element } from '../base/dom.ts';

/**
 * Shows a hint while files are dragged over the page with Shift, and accepts those that are dropped. Without Shift, VS
 * Code opens the files itself, and once they have been over any other part of its window, no page receives them. VS
 * Code shows a hint about Shift over the editor.
 */
export function fileDrop(hint: string, onFile: (file: DroppedFile) => void): HTMLElement {
  const shown = element('p', { class: 'drop-hint', hidden: '' }, hint);
  const hear = (event: DragEvent) => {
    const { type, dataTransfer, shiftKey } = event;
    const isOurs = shiftKey && dataTransfer?.types.includes('Files') === true;
    shown.hidden = !isOurs || type === 'dragleave' || type === 'drop';
    if (!isOurs || !dataTransfer) return;
    event.preventDefault();
    dataTransfer.dropEffect = 'copy';
    if (type === 'drop') for (const file of dataTransfer.files) void read(file).then(onFile);
  };
  for (const type of ['dragenter', 'dragover', 'dragleave', 'drop'] as const) {
    document.addEventListener(type, hear);
  }
  return shown;
}

/** For a folder, `bytes` is undefined. */
async function read(file: File): Promise<DroppedFile> {
  const part = file.slice(0, mostFileBytes + 1);
  return { name: file.name, bytes: await part.arrayBuffer().catch(() => undefined) };
}
