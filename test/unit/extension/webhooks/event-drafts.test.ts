import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { opened, TextDocumentSaveReason, willSave } from './fake-editor.ts';

// With a mark, so that it alone gets the stand-in.
const marked = '../../../../src/extension/webhooks/event-drafts.ts?event-drafts';
const { EventDrafts } = (await import(marked)) as typeof import('../../../../src/extension/webhooks/event-drafts.ts');

describe('a body that is edited', () => {
  const { Manual, AfterDelay, FocusOut } = TextDocumentSaveReason;

  async function draft(send: (id: string, body: Uint8Array) => Promise<unknown>) {
    const drafts = new EventDrafts(send);
    await drafts.open('wh_1', 'VEHICLE_STATE 7', Buffer.from('{"a": 78.0}'));
    const uri = opened.at(-1) as unknown as vscode.Uri;
    const save = async (text: string, reason: number) => {
      willSave.fire({ document: { uri }, reason });
      await drafts.writeFile(uri, Buffer.from(text));
    };
    const text = () => Buffer.from(drafts.readFile(uri)).toString();
    return { drafts, uri, save, text };
  }

  it('is a file with the exact bytes, by a name that says what it is', async () => {
    const { drafts, uri, text } = await draft(() => Promise.resolve());
    assert.deepEqual([uri.scheme, uri.path], ['vehicle-data-event', '/wh_1/VEHICLE_STATE 7.json']);
    assert.equal(text(), '{"a": 78.0}');
    assert.equal(drafts.stat(uri).size, 11);
  });

  it('is sent when a person saves it, byte for byte, and not when VS Code does', async () => {
    const sent: string[] = [];
    const { save, text } = await draft((id, body) =>
      Promise.resolve(sent.push(`${id} ${Buffer.from(body).toString()}`)),
    );
    await save('{ }', AfterDelay);
    await save('{  }', FocusOut);
    assert.deepEqual([sent, text()], [[], '{  }']);
    await save('no JSON', Manual);
    assert.deepEqual(sent, ['wh_1 no JSON']);
    await save('{"later":1}', AfterDelay);
    assert.equal(sent.length, 1);
  });

  it('stays unsaved if it can’t be sent, and can be saved again', async () => {
    let isDown = true;
    const { save, text } = await draft(() => (isDown ? Promise.reject(new Error('No sandbox.')) : Promise.resolve()));
    await assert.rejects(save('{"new":1}', Manual), /No sandbox/);
    assert.equal(text(), '{"a": 78.0}');
    isDown = false;
    await save('{"new":1}', Manual);
    assert.equal(text(), '{"new":1}');
  });

  it('keeps what is being edited when it is opened again', async () => {
    const { drafts, save, text } = await draft(() => Promise.resolve());
    await save('{"mine":1}', AfterDelay);
    await drafts.open('wh_1', 'VEHICLE_STATE 7', Buffer.from('{"other":1}'));
    assert.equal(text(), '{"mine":1}');
  });
});
