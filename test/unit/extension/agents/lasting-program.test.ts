import assert from 'node:assert/strict';
import { lastingProgram, type Machine, type Program } from '../../../../src/extension/agents/lasting-program.ts';

const env = { ELECTRON_RUN_AS_NODE: '1' };
const node: Program = { command: 'node' };

function machine(real: Record<string, string>, own: Partial<Machine> = {}): Machine {
  return { platform: 'linux', home: '/home/kim', env: {}, realPath: (path) => real[path], ...own };
}

/** Paths that lead to themselves. */
const itself = (...paths: string[]) => Object.fromEntries(paths.map((path) => [path, path]));

const installed = '/usr/share/code/code';
const translocated = '/private/var/folders/ab/T/AppTranslocation/0F-1/d/Visual Studio Code.app/Contents/MacOS/Electron';

describe('VS Code as the program that runs a server', () => {
  const rows: readonly (readonly [what: string, executable: string, Machine, Program])[] = [
    ['stays where it is', installed, machine(itself(installed)), { command: installed, env }],
    [
      'is the AppImage, and not its mount',
      '/tmp/.mount_codiumAb12/usr/share/codium/codium',
      machine(itself('/home/kim/Apps/Codium.AppImage'), {
        env: { APPDIR: '/tmp/.mount_codiumAb12', APPIMAGE: '/home/kim/Apps/Codium.AppImage' },
      }),
      { command: '/home/kim/Apps/Codium.AppImage', env },
    ],
    [
      'is not the AppImage from which this one was started',
      '/tmp/.mount_codiumAb12/codium',
      machine(itself('/opt/Terminal.AppImage'), {
        env: { APPDIR: '/tmp/.mount_termXy', APPIMAGE: '/opt/Terminal.AppImage' },
      }),
      node,
    ],
    [
      'stays where it is when a terminal is an AppImage',
      installed,
      machine(itself(installed, '/opt/Terminal.AppImage'), {
        env: { APPDIR: '/tmp/.mount_termXy', APPIMAGE: '/opt/Terminal.AppImage' },
      }),
      { command: installed, env },
    ],
    ['is any Node where nobody knows the AppImage', '/tmp/.mount_codiumAb12/codium', machine({}), node],
    [
      'is the snap in use, and not its number',
      '/snap/code/123/usr/share/code/code',
      machine({
        '/snap/code/123/usr/share/code/code': '/snap/code/123/usr/share/code/code',
        '/snap/code/current/usr/share/code/code': '/snap/code/123/usr/share/code/code',
      }),
      { command: '/snap/code/current/usr/share/code/code', env },
    ],
    [
      'is a snap that was made here, and not its number',
      '/var/lib/snapd/snap/code/x1/code',
      machine({
        '/var/lib/snapd/snap/code/x1/code': '/var/lib/snapd/snap/code/x1/code',
        '/var/lib/snapd/snap/code/current/code': '/var/lib/snapd/snap/code/x1/code',
      }),
      { command: '/var/lib/snapd/snap/code/current/code', env },
    ],
    [
      'is no snap of another number',
      '/snap/code/123/code',
      machine({ '/snap/code/123/code': '/snap/code/123/code', '/snap/code/current/code': '/snap/code/124/code' }),
      { command: '/snap/code/123/code', env },
    ],
    [
      'is Scoop’s version in use',
      'C:\\Users\\kim\\scoop\\apps\\vscode\\1.105.0\\Code.exe',
      machine(
        {
          'C:\\Users\\kim\\scoop\\apps\\vscode\\1.105.0\\Code.exe': 'C:\\real\\Code.exe',
          'C:\\Users\\kim\\scoop\\apps\\vscode\\current\\Code.exe': 'C:\\real\\Code.exe',
        },
        { platform: 'win32', home: 'C:\\Users\\kim' },
      ),
      { command: 'C:\\Users\\kim\\scoop\\apps\\vscode\\current\\Code.exe', env },
    ],
    [
      'is the app in Applications, and not the copy that macOS made of a download',
      translocated,
      machine(itself('/home/kim/Applications/Visual Studio Code.app/Contents/MacOS/Electron')),
      { command: '/home/kim/Applications/Visual Studio Code.app/Contents/MacOS/Electron', env },
    ],
    ['is any Node where the app is in no such folder', translocated, machine({}), node],
    [
      'is what a process’s own link leads to',
      '/proc/self/exe',
      machine({ '/proc/self/exe': installed, [installed]: installed }),
      { command: installed, env },
    ],
    [
      'is started by Flatpak, whose files nobody else sees',
      '/app/extra/vscode/code',
      machine({}, { env: { FLATPAK_ID: 'com.visualstudio.code' } }),
      {
        command: 'flatpak',
        args: ['run', '--command=/app/extra/vscode/code', '--env=ELECTRON_RUN_AS_NODE=1', 'com.visualstudio.code'],
      },
    ],
  ];
  for (const [what, executable, on, expected] of rows) {
    it(what, () => assert.deepEqual(lastingProgram(executable, on), expected));
  }
});
