import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { checkFolder, checkSteps } from '../../../src/check/folder/check-folder.ts';
import { listed } from '../../../src/check/report/listed.ts';
import { kindsText } from '../../../src/check/report/text.ts';
import { maxFileBytes } from '../../../src/check/folder/walk.ts';
import { freshFolder, root } from '../../tools/lib/paths.ts';

const client = "export const base = 'https://api.smartcar.com/v2.0';\n";

/** Files by their paths. */
async function folderWith(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await freshFolder('unit-migration');
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  return folder;
}

const pathsFound = (folder: string) => checkFolder(folder).files.map(({ path }) => path);

describe('the migration check of a folder', () => {
  it('takes fields for the service’s only in a project that uses it', async () => {
    const folder = await folderWith({
      'car/package.json': '{}',
      'car/api.ts': client,
      'car/page/level.tsx': 'export const level = ({ battery }) => battery.percentRemaining;\n',
      'pump/package.json': '{}',
      'pump/insulin.ts': 'export const left = (dose) => dose.percentRemaining;\n',
    });
    assert.deepEqual(pathsFound(folder), ['car/api.ts', 'car/page/level.tsx']);
  });

  it('lets those who have moved call a field of their own by a name of version 2.0', async () => {
    const page = 'export const text = (car) => (car.isPluggedIn ? 1 : car.percentRemaining);\n';
    const moved = "export const base = 'https://vehicle.api.smartcar.com/v3';\n";
    const folder = await folderWith({
      'new/package.json': '{}',
      'new/api.ts': moved,
      'new/page.ts': page,
      'both/package.json': '{}',
      'both/api.ts': moved + client,
      'both/page.ts': page,
    });
    const kinds = checkFolder(folder).files.map(({ path, findings }) => [path, findings.map(({ kind }) => kind)]);
    assert.deepEqual(kinds, [
      ['both/api.ts', ['v2-address']],
      ['both/page.ts', ['moved-field', 'scale']],
      ['new/page.ts', ['scale']],
    ]);
  });

  it('reads no binary, no huge and no unknown file, and follows no link', async () => {
    const folder = await folderWith({
      'a.ts': client,
      'binary.js': `\0${client}`,
      'huge.json': JSON.stringify(client + ' '.repeat(maxFileBytes)),
      'notes.md': client,
      'package-lock.json': JSON.stringify(client),
    });
    await symlink(folder, join(folder, 'loop'), 'junction');
    const { filesRead, unreadKinds, unread, files } = checkFolder(folder);
    assert.deepEqual([filesRead, files.map(({ path }) => path)], [1, ['a.ts']]);
    assert.deepEqual(
      unread.map(({ path }) => path),
      ['binary.js', 'huge.json'],
    );
    assert.deepEqual(unreadKinds, [
      { kind: '.md', files: 1 },
      { kind: 'package-lock.json', files: 1 },
    ]);
  });

  it('reads source of any language, and counts the kinds that it does not read', async () => {
    const folder = await folderWith({
      'main.rs': 'const BASE: &str = "https://api.smartcar.com/v2.0";\n',
      Jenkinsfile: "sh 'curl https://api.smartcar.com/v2.0/vehicles'\n",
      'settings.unheard': 'base = https://api.smartcar.com/v2.0\n',
      'picture.png': client,
      'other.png': client,
      'data.unheard-too': `\0${client}`,
      'README.md': client,
      'yarn.lock': client,
    });
    const { filesRead, unread, unreadKinds } = checkFolder(folder);
    assert.deepEqual(pathsFound(folder), ['Jenkinsfile', 'main.rs', 'settings.unheard']);
    assert.deepEqual([filesRead, unread], [3, []]);
    assert.deepEqual(
      unreadKinds.map(({ kind, files }) => `${kind} ${files}`),
      ['.png 2', '.md 1', '.unheard-too 1', 'yarn.lock 1'],
    );
  });

  it('reads the code of a notebook, and finds it in the file', async () => {
    const source = [
      'BASE = "https://api.smartcar.com/v2.0"\n',
      '# "https://api.smartcar.com/v2.0"\n',
      'level["percentRemaining"]',
    ];
    const cells = [
      { cell_type: 'markdown', source: ['https://api.smartcar.com/v2.0'] },
      { cell_type: 'code', source, outputs: [{ text: ["{'percentRemaining': 0.5}"] }] },
    ];
    const folder = await folderWith({
      'a.ipynb': JSON.stringify({ cells, metadata: {} }),
      'b.ipynb': '['.repeat(100_000),
    });
    const [{ text, findings } = assert.fail()] = checkFolder(folder).files;
    assert.deepEqual(
      findings.map(({ kind, start, end, fix }) => [kind, text.slice(start, end), fix]),
      [
        ['v2-address', 'https://api.smartcar.com/v2.0', 'https://vehicle.api.smartcar.com/v3'],
        ['scale', 'percentRemaining', undefined],
      ],
    );
  });

  it('follows a client of Kotlin that is in no class, by its own name or another', async () => {
    const made = 'package demo\nimport com.smartcar.sdk.AuthClient\n\nval client = AuthClient.Builder().build()\n';
    const used = (as: string) => `package web\nimport demo.${as}\n\nfun of(it: String) = sc.exchangeCode(it)\n`;
    const folder = await folderWith({
      'demo/Sdk.kt': made,
      'demo/Named.kt': made.replace('client', 'sc'),
      'web/A.kt': used('sc'),
      'web/B.kt': used('client as sc').replaceAll('\n', '\r\n'),
      'web/C.kt': used('other'),
    });
    assert.deepEqual(
      checkFolder(folder).files.map(({ path, findings }) => [path, findings.map(({ kind }) => kind)]),
      [
        ['web/A.kt', ['code-exchange']],
        ['web/B.kt', ['code-exchange']],
      ],
    );
  });

  it('offers no other name for a field that the project writes itself', async () => {
    const read = "await get('/charge/records'); show(row.chargeStart);\n";
    const fixes = async (more: string) => {
      const folder = await folderWith({ 'a.ts': client, 'read.ts': `import 'smartcar';\n${read}`, 'rows.ts': more });
      const file = checkFolder(folder).files.find(({ path }) => path === 'read.ts');
      return file?.findings.map(({ fix }) => fix);
    };
    assert.ok((await fixes('export {};\n'))?.includes('startTime'));
    assert.ok(!(await fixes('export const row = (r) => ({ chargeStart: r.start });\n'))?.includes('startTime'));
  });

  it('reads no file without a size, of which some have no end', () => {
    if (process.platform !== 'linux') return;
    assert.ok(checkFolder('/proc/self').unreadKinds.length > 0);
  });

  it('waits for no pipe, and takes .gitignore only from a file', async () => {
    if (process.platform === 'win32') return;
    const folder = await folderWith({ 'pipe/a.ts': client, 'folder/.gitignore/b.ts': client, 'link/c.ts': client });
    for (const name of ['pipe.ts', 'pipe/.gitignore']) await promisify(execFile)('mkfifo', [join(folder, name)]);
    await symlink('/dev/zero', join(folder, 'link/.gitignore'));
    assert.deepEqual(pathsFound(folder), ['folder/.gitignore/b.ts', 'link/c.ts', 'pipe/a.ts']);
  });

  it('names a folder that is gone, or can not be read', async () => {
    const folder = await folderWith({ 'a.ts': client, 'deep/b.ts': client });
    const steps = checkSteps(folder, () => undefined);
    for (let step = 0; step < 2; step++) steps.next();
    rmSync(join(folder, 'deep'), { recursive: true });
    assert.deepEqual(lastOf(steps).unread, [{ path: 'deep/', why: 'no access' }]);
  });
});

/** As a file holds it, and as it is found: line and column of the address as an editor counts them. */
const odd = {
  'a byte order mark': Buffer.from(`\ufeff${client}`),
  'UTF-16': Buffer.from(`\ufeff${client}`, 'utf16le'),
  'UTF-16, the other way round': Buffer.from(`\ufeff${client}`, 'utf16le').swap16(),
  'an older encoding': Buffer.from(`/* \u00e4 */\n${client}`, 'latin1'),
  'CR alone': Buffer.from(`// é\r${client.replace('\n', '\r')}`),
  'CR alone, CRLF and LF': Buffer.from(`// a\r// b\r\n// c\n\r${client}`),
} as const;
const lines = { 'an older encoding': 2, 'CR alone': 2, 'CR alone, CRLF and LF': 5 } as Record<string, number>;

describe('the places of the migration check', () => {
  for (const [name, bytes] of Object.entries(odd)) {
    it(`are those of an editor in a file with ${name}`, async () => {
      const folder = await folderWith({});
      await writeFile(join(folder, 'a.ts'), bytes);
      const report = checkFolder(folder);
      assert.deepEqual(report.unread, []);
      const [finding] = listed(report);
      const { line, column, endLine, endColumn } = finding ?? {};
      assert.deepEqual([line, column, endLine, endColumn], [lines[name] ?? 1, 22, lines[name] ?? 1, 51]);
      const [{ text, findings } = { text: '', findings: [] }] = report.files;
      // What a fix takes the place of.
      assert.equal(text.slice(findings[0]?.start, findings[0]?.end), 'https://api.smartcar.com/v2.0');
    });
  }
});

function lastOf(steps: ReturnType<typeof checkSteps>) {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

interface Sarif {
  readonly runs: readonly {
    readonly tool: { readonly driver: { readonly informationUri: string } };
    readonly newlineSequences: readonly string[];
    readonly results: readonly Located[];
    readonly invocations: readonly {
      readonly toolExecutionNotifications: readonly (Located & { level: string; message: { text: string } })[];
    }[];
  }[];
}
interface Located {
  readonly locations?: readonly { physicalLocation: { artifactLocation: { uri: string } } }[];
}

describe('vehicle-data-check', () => {
  const runIn = (cwd: string | undefined, ...args: string[]) =>
    promisify(execFile)(process.execPath, [join(root, 'src/check/main.ts'), ...args], { cwd }).then(
      ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
      ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, stdout, stderr }),
    );
  const run = (...args: string[]) => runIn(undefined, ...args);

  it('writes each place with what, why and what instead, and a total', async () => {
    const folder = await folderWith({ 'src/a b.ts': `\n  ${client}` });
    const { stdout, code } = await run(folder);
    assert.equal(code, 1);
    const [line = '', fix, help, total] = stdout.split('\n');
    assert.ok(line.startsWith(join(folder, 'src/a b.ts')));
    assert.match(line, /:2:24: error v2-address: Address of API version 2\.0\. .+Version 3: https:\/\//);
    assert.equal(fix?.trim(), 'fix: https://vehicle.api.smartcar.com/v3');
    assert.equal(total, '1 finding in 1 of 1 files.');
    assert.match(readFileSync(new URL(/file:.+/.exec(help ?? '')?.[0] ?? ''), 'utf8'), /^## v2-address$/m);
  });

  it('names a folder that it can not open, and fails', async () => {
    if (process.platform === 'win32') return;
    const folder = await folderWith({ 'a.ts': 'export {};\n' });
    // Nobody, root neither, opens what has a path of more than 4,096 bytes.
    const name = 'n'.repeat(250);
    const make = `for (let n = 0; n < 20; n++) { fs.mkdirSync('${name}'); process.chdir('${name}'); }`;
    await promisify(execFile)(process.execPath, ['-e', make], { cwd: folder });
    try {
      const said = await run(folder, '--format', 'json');
      const { unread } = JSON.parse(said.stdout) as { unread: string[] };
      assert.equal(unread.length, 1);
      assert.match(unread[0] ?? '', /^(?:n{250}\/)+$/);
      assert.match(said.stderr, /^vehicle-data-check: not read \(not accessible\): \S+\/\n$/);
      assert.equal(said.code, 1);
      assert.equal((await run(folder, '--fail-on', 'none')).code, 0);
      const sarif = JSON.parse((await run(folder, '--format', 'sarif')).stdout) as Sarif;
      const [notification] = sarif.runs[0]?.invocations[0]?.toolExecutionNotifications ?? [];
      assert.deepEqual([notification?.level, notification?.message.text], ['error', 'Not read (not accessible).']);
    } finally {
      await promisify(execFile)('rm', ['-rf', folder]);
    }
  });

  it('begins the paths of SARIF at the root of the repository, or where it is told to', async () => {
    const folder = await folderWith({
      '.git/HEAD': '',
      'app/src/a b.ts': client,
      'app/huge.ts': ' '.repeat(maxFileBytes + 1),
    });
    const uris = async (...args: string[]) => {
      const { runs } = JSON.parse((await run(...args, '--format', 'sarif')).stdout) as Sarif;
      const [{ results, invocations } = { results: [], invocations: [] }] = runs;
      const noted = invocations[0]?.toolExecutionNotifications ?? [];
      return [...results, ...noted].flatMap(({ locations = [] }) =>
        locations.map(({ physicalLocation }) => physicalLocation.artifactLocation.uri),
      );
    };
    assert.deepEqual(await uris(folder), ['app/src/a%20b.ts', 'app/huge.ts']);
    assert.deepEqual(await uris(join(folder, 'app/src')), ['app/src/a%20b.ts']);
    assert.deepEqual(await uris(join(folder, 'app/src'), '--root', join(folder, 'app')), ['src/a%20b.ts']);
    assert.deepEqual(await uris(join(folder, 'app'), '--root', join(folder, 'app')), ['src/a%20b.ts', 'huge.ts']);
    for (const root of ['app', 'none', 'app/huge.ts']) {
      const { code, stderr } = await run(folder, '--format', 'sarif', '--root', join(folder, root));
      assert.equal(code, 2, stderr);
    }
    const { runs } = JSON.parse((await run(folder, '--format', 'sarif')).stdout) as Sarif;
    assert.match(runs[0]?.tool.driver.informationUri ?? '', /^https:\/\//);
    assert.deepEqual(runs[0]?.newlineSequences, ['\r\n', '\n', '\r']);
  });

  it('names the kinds with most files, also of several folders, and counts the others', () => {
    const kinds = [...'abcdefghijkl'].map((kind) => ({ kind: `.${kind}`, files: 2 }));
    assert.match(kindsText([...kinds, { kind: '.l', files: 1 }]), /^\.l \(3\), \.a \(2\), .+\.i \(2\), … \(4\)$/);
  });

  it('writes JSON and SARIF for other programs', async () => {
    const folder = await folderWith({ 'src/a b.ts': client });
    const json = JSON.parse((await run(folder, '--format', 'json')).stdout) as { findings: Record<string, unknown>[] };
    const [{ path, line, column, endColumn, kind, help = '' } = {}] = json.findings;
    assert.deepEqual([path, line, column, endColumn, kind], ['src/a b.ts', 1, 22, 51, 'v2-address']);
    assert.match(String(help), /^media\/help\/migration\.md#v2-address$/);

    const sarif = JSON.parse((await run(folder, '--format', 'sarif', '--root', folder)).stdout) as {
      version: string;
      runs: {
        tool: { driver: { rules: { id: string; help: { markdown: string } }[] } };
        results: Record<string, unknown>[];
      }[];
    };
    const [{ tool, results } = { tool: { driver: { rules: [] } }, results: [] }] = sarif.runs;
    assert.equal(sarif.version, '2.1.0');
    const rule = tool.driver.rules.find(({ id }) => id === 'v2-address');
    assert.match(rule?.help.markdown ?? '', /^Version 2\.0 is at `api\.smartcar\.com\/v2\.0`.+\.$/);
    const region = { startLine: 1, startColumn: 22, endLine: 1, endColumn: 51 };
    const artifactLocation = { uri: 'src/a%20b.ts', uriBaseId: '%SRCROOT%' };
    assert.deepEqual(results[0]?.locations, [{ physicalLocation: { artifactLocation, region } }]);
    assert.equal(results[0]?.level, 'error');
    assert.ok(results[0]?.fixes);
  });

  it('fails for errors, as linters do, or for findings of the severity that it is told, or for none', async () => {
    const failOn = (folder: string) =>
      Promise.all(
        [[], ['--fail-on', 'error'], ['--fail-on', 'warning'], ['--fail-on', 'info'], ['--fail-on', 'none']].map(
          async (options) => (await run(folder, ...options)).code,
        ),
      );
    assert.deepEqual(await failOn(await folderWith({ 'a.env': 'SMARTCAR_REFRESH_TOKEN=1\n' })), [0, 0, 0, 1, 0]);
    assert.deepEqual(await failOn(await folderWith({ 'a.ts': client })), [1, 1, 1, 1, 0]);
  });

  it('says that there is nothing to change, or nothing to check', async () => {
    const clean = await folderWith({ 'a.ts': 'export {};\n', 'b.ts': 'export {};\n' });
    assert.equal((await run(clean)).stdout, 'No findings in 2 files.\n');
    const empty = await folderWith({ 'notes.md': client });
    const { stdout, code } = await run(empty);
    assert.equal(code, 2);
    assert.match(stdout, /^No files to check\. .+\nKinds of files that were not read: \.md \(1\)\.\n$/);
    const pictures = await folderWith({
      'a.ts': 'export {};\n',
      'a.png': 'x',
      'b/c.pdf': 'x',
      '.gitignore': 'd.png',
      'd.png': 'x',
    });
    const kinds = 'Kinds of files that were not read: .gitignore (1), .pdf (1), .png (1).';
    assert.equal(
      (await run(pictures)).stdout,
      `No findings in 1 file.\nLeft out by .gitignore: 1 file or folder.\n${kinds}\n`,
    );
  });

  it('ends without a word when nobody reads on', async () => {
    if (process.platform === 'win32') return;
    const folder = await folderWith({ 'a.ts': client.repeat(2_000) });
    const program = `"${process.execPath}" "${join(root, 'src/check/main.ts')}" "${folder}" | head -n 1`;
    const { stdout, stderr } = await promisify(execFile)('sh', ['-c', program]);
    assert.match(stdout, /^\S+:1:22: error v2-address: .+\n$/);
    assert.equal(stderr, '');
  });

  it('says that it could not write', async () => {
    if (process.platform !== 'linux') return;
    const folder = await folderWith({ 'a.ts': client });
    const program = `"${process.execPath}" "${join(root, 'src/check/main.ts')}" "${folder}" > /dev/full`;
    const { code, stderr } = await promisify(execFile)('sh', ['-c', program]).then(
      () => assert.fail('written'),
      (error: { code: number; stderr: string }) => error,
    );
    assert.deepEqual([code, stderr], [2, "vehicle-data-check: can't write the report (ENOSPC)\n"]);
  });

  it('steers no terminal by what files are called and hold', async () => {
    if (process.platform === 'win32') return;
    const names = [
      'a\u001b[2J\n::error::.ts',
      '##vso[task.setvariable variable=a].ts',
      '::error ::a.ts',
      '##teamcity[a].ts',
      '--- a.ts',
      '\u001b[31m.bin.ts',
    ];
    const code = 'fetch("https://api.smartcar.com/v2.0/vehicles/##[error]\u001b[2J/battery");\n' + client;
    const folder = await folderWith({
      ...Object.fromEntries(names.map((name) => [name, code])),
      ...Object.fromEntries(names.map((name) => [`::add-mask::\u001b[2J/${name}`, `\0${code}`])),
      '##[group]a/.gitignore': '\0',
    });
    const commands = /(?!\n)\p{Cc}|^\s*::|##|^---/mu;
    for (const format of ['text', 'json', 'sarif']) {
      for (const [cwd, given] of [
        [folder, '.'],
        [folder, '::add-mask::\u001b[2J'],
        [root, folder],
        [folder, '##vso[a]'],
      ] as const) {
        const { stdout, stderr } = await runIn(cwd, given, '--format', format);
        assert.ok(stdout.length + stderr.length > 0);
        assert.doesNotMatch(stdout, commands, `${format} ${given}`);
        assert.doesNotMatch(stderr, commands, `${format} ${given}`);
      }
    }
    for (const wrong of ['--root', '--format', '--fail-on', '--##vso[a]', '--::error::']) {
      const { stderr } = await run(folder, wrong, '##vso[a]\u001b[2J\n::error::');
      assert.match(stderr, /vso|error/);
      assert.doesNotMatch(stderr, commands);
    }
  });

  for (const args of [
    ['--format', 'xml'],
    ['--fail-on', 'never'],
    ['--fix'],
    ['a', 'b'],
    ['/no/such/folder'],
    [import.meta.filename],
  ]) {
    it(`refuses ${args.join(' ')}, and says where to look`, async () => {
      const { code, stderr, stdout } = await run(...args);
      assert.deepEqual([code, stdout], [2, '']);
      assert.match(
        stderr,
        /^vehicle-data-check: (?!.*\b(?:ENOENT|ENOTDIR|positional)\b).+\nvehicle-data-check --help lists the options\.\n$/,
      );
    });
  }
});
