import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { commandNames } from '../../../../../src/viewer/messages/command-names.ts';
import { viewerCommand } from '../../../../../src/extension/records/panel/commands.ts';

describe('viewerCommand', () => {
  it('takes the place of a context menu, and nothing that is none', () => {
    assert.deepEqual(viewerCommand('copy', { webviewSection: 'record', row: 4 }), { name: 'copy', row: 4 });
    for (const context of [undefined, null, 'x', { row: -1 }, { row: '4' }]) {
      assert.deepEqual(viewerCommand('copy', context), { name: 'copy' });
    }
  });
});

describe('the commands of the viewer', () => {
  it('are all contributed, for the viewer in front alone', () => {
    const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as {
      contributes: { commands: { command: string; enablement?: string }[] };
    };
    const contributed = manifest.contributes.commands.filter(({ command }) =>
      command.startsWith('vehicleData.records.'),
    );
    assert.deepEqual(
      contributed.map(({ command }) => command).sort(),
      commandNames.map((name) => `vehicleData.records.${name}`).sort(),
    );
    for (const { command, enablement } of contributed) assert.match(enablement ?? '', /activeWebviewPanelId/, command);
  });
});
