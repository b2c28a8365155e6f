import { delimiter } from 'node:path';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { runOrFail } from './processes.ts';

/**
 * `npm install` in a folder other than this package's, without install scripts. `nodeFolder` comes first on PATH, so
 * that npm sees the Node that the packages are for. Only errors are printed, on stderr.
 */
export function npmInstall(packages: readonly string[], options: { cwd: string; nodeFolder: string }): Promise<void> {
  const flags = ['--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  return runOrFail('npm', ['install', ...flags, ...packages], {
    cwd: options.cwd,
    env: { ...withoutNpmRun(process.env), PATH: [options.nodeFolder, process.env.PATH].join(delimiter) },
    stdio: ['ignore', 'ignore', 2],
    shell: process.platform === 'win32',
  });
}

/** What is installed in a folder, as CycloneDX (JSON). */
export async function npmSbom(cwd: string): Promise<string> {
  const options = { cwd, env: withoutNpmRun(process.env), maxBuffer: 64 << 20, shell: process.platform === 'win32' };
  const { stdout } = await promisify(execFile)('npm', ['sbom', '--sbom-format=cyclonedx'], options);
  return stdout;
}

/** Without what `npm run` says about this package: an npm started in another folder would act on it. */
function withoutNpmRun(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const added = /^(npm_(package|lifecycle|command|execpath)|npm_config_local_prefix|PATH$)/i;
  return Object.fromEntries(Object.entries(env).filter(([name]) => !added.test(name)));
}
