import assert from 'node:assert/strict';
import { existsSync, linkSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { checkFolder } from '../../../src/check/folder/check-folder.ts';
import { type ListedFinding, listed } from '../../../src/check/report/listed.ts';
import { migrationTools } from '../../../src/mcp/migration-tools.ts';
import { fieldMappings } from '../../../src/service/field-mapping/field-mappings.ts';
import { freshFolder, root } from '../../tools/lib/paths.ts';
import { patienceMs } from '../../tools/lib/patience.ts';
import { Agent, answerOf, connectedAgent } from './agent.ts';

const clients = join(import.meta.dirname, '../check/clients');

describe('the migration check as a tool', () => {
  const { client, call, refusal } = connectedAgent();
  let folder: string;
  let expected: Omit<ListedFinding, 'help' | 'found'>[];
  before(async () => {
    folder = await freshFolder('unit-agents-migration');
    const files = readdirSync(clients, { withFileTypes: true }).filter((entry) => entry.isFile());
    for (const { name: file } of files) {
      const text = readFileSync(join(clients, file), 'utf8').replace(/ ⟦[\w-]+⟧/g, '');
      writeFileSync(join(folder, file.replace(/\.txt$/, '')), text);
    }
    expected = listed(checkFolder(folder)).map(({ help: _, found: _t, ...finding }) => finding);
  });

  const check = async (args: Record<string, unknown> = {}) =>
    (await call('check_migration', { folder, ...args })) as unknown as {
      total: number;
      unread: string[];
      filesUnread: number;
      unreadKinds?: string;
      help: string;
      filesRead: number;
      bySeverity: Record<string, number>;
      findings: typeof expected;
    };

  it('finds what the program finds, page by page, word for word', async () => {
    const found: typeof expected = [];
    for (let offset = 0, total = 1; offset < total; offset += 40) {
      const page = await check({ offset, limit: 40 });
      assert.ok(page.findings.length <= 40);
      found.push(...page.findings);
      total = page.total;
    }
    assert.ok(found.length > 40);
    assert.deepEqual(found, JSON.parse(JSON.stringify(expected)));
    const { bySeverity, total, findings } = await check({ limit: 0 });
    assert.deepEqual([findings.length, total], [0, expected.length]);
    assert.equal(bySeverity.error, expected.filter(({ severity }) => severity === 'error').length);
  });

  it('can be asked for a file or folder by any of its paths, and counts what it was asked for', async () => {
    const nested = await freshFolder('unit-agents-nested');
    mkdirSync(join(nested, 'app'));
    writeFileSync(join(nested, 'app', 'a.ts'), "const base = 'https://api.smartcar.com/v2.0';");
    writeFileSync(join(nested, 'app b.ts'), "const base = 'https://api.smartcar.com/v2.0';");
    const file = join(nested, 'app', 'a.ts');
    for (const path of [file, 'app/a.ts', './app/a.ts', 'app', 'app/', join(nested, 'app'), pathToFileURL(file).href]) {
      const { total, bySeverity, findings } = await check({ folder: nested, path });
      assert.deepEqual([total, bySeverity], [1, { error: 1, warning: 0, info: 0 }], path);
      assert.deepEqual([...new Set(findings.map((each) => each.path))], ['app/a.ts'], path);
    }
    for (const path of ['', '.', nested]) assert.equal((await check({ folder: nested, path })).total, 2, path);
    assert.equal((await check({ folder: pathToFileURL(nested).href })).total, 2);
    const scale = await check({ folder: nested, kind: 'scale' });
    assert.deepEqual([scale.total, scale.bySeverity], [0, { error: 0, warning: 0, info: 0 }]);
    for (const [path, words] of [
      ['none.ts', /has nothing at none\.ts\. Leave out path/],
      [join(nested, 'none'), /has nothing at none/],
      ['../other', /is not in/],
      [join(nested, '..'), /is not in/],
    ] as const) {
      assert.match(await refusal('check_migration', { folder: nested, path }), words, path);
    }
  });

  it('finds the same by whichever names the folder and the file have', async () => {
    const nested = await freshFolder('unit-agents-names');
    const app = join(nested, 'App');
    mkdirSync(app);
    writeFileSync(join(app, 'a.ts'), "const base = 'https://api.smartcar.com/v2.0';");
    symlinkSync(app, join(nested, 'link'), 'junction');
    const folders = [app, join(nested, 'link'), join(nested, 'aPP')].filter((name) => existsSync(name));
    for (const folder of folders) {
      for (const path of [...folders, ...folders.map((name) => join(name, 'a.ts')), 'a.ts'])
        assert.equal((await check({ folder, path })).total, 1, `${path} in ${folder}`);
    }
  });

  it('looks at nothing of another host, unless that folder is open in VS Code', async () => {
    const { platform } = process;
    const context = { client: '', signal: new AbortController().signal, progress: () => undefined };
    // As one of another host is written.
    const far = `/${folder}`;
    const run = async (args: Record<string, string>, ...opened: string[]) =>
      migrationTools(opened)[0]?.run({ offset: 0, limit: 0, ...args }, context);
    Object.defineProperty(process, 'platform', { value: 'win32' });
    try {
      await assert.rejects(run({ folder: far }), /is on another host/);
      await assert.rejects(run({ folder, path: far }), /is on another host/);
      assert.equal((await run({ folder: far }, far))?.total, expected.length);
    } finally {
      Object.defineProperty(process, 'platform', { value: platform });
    }
  });

  it('takes no folder of its own for one of the client', async () => {
    for (const folder of ['.', 'app', '~'])
      assert.match(await refusal('check_migration', { folder }), /is not an absolute path/);
  });

  it('says which files it did not read, and where each kind is explained', async () => {
    const binary = await freshFolder('unit-agents-binary');
    for (let index = 0; index < 30; index++) writeFileSync(join(binary, `${index}.ts`), '\0');
    writeFileSync(join(binary, 'car.png'), '');
    const { unread, filesUnread, unreadKinds, help } = await check({ folder: binary });
    assert.equal(unreadKinds, '.png (1)');
    assert.deepEqual([unread.length, filesUnread], [20, 30]);
    assert.match(readFileSync(help, 'utf8'), /^## v2-address$/m);
  });

  it('shows names of files as data, and findings of one kind alone', async () => {
    const odd = await freshFolder('unit-agents-odd-names');
    writeFileSync(join(odd, '[x](command:rm) `y`\u202e.ts'), "const base = 'https://api.smartcar.com/v2.0';");
    const { findings } = await check({ folder: odd });
    assert.equal(findings[0]?.path, "[x] (command:rm) 'y' .ts");
    assert.equal((await check({ folder: odd, path: findings[0].path })).total, 1);
    const { findings: scales } = await check({ kind: 'scale', limit: 100 });
    assert.deepEqual(new Set(scales.map(({ kind }) => kind)), new Set(['scale']));
  });

  it('says how far it is, answers others meanwhile, and stops when the client gives up', async () => {
    const large = await freshFolder('unit-agents-large');
    for (let index = 0; index < 60; index++) {
      mkdirSync(join(large, `${index}`));
      for (let file = 0; file < 50; file++)
        writeFileSync(join(large, `${index}`, `${file}.ts`), 'export {};\n'.repeat(2000));
    }
    const stop = new AbortController();
    const order: string[] = [];
    const running = client()
      .callTool(
        { name: 'check_migration', arguments: { folder: large } },
        {
          signal: stop.signal,
          onprogress: ({ message }) => {
            assert.match(message ?? '', /^\d+ files read/);
            if (order.push('progress') > 1) return;
            void client()
              .callTool({ name: 'list_rules', arguments: {} })
              .then(() => {
                order.push('rules');
                stop.abort();
              });
          },
        },
      )
      .finally(() => order.push('check'));
    await assert.rejects(running);
    assert.deepEqual(order.slice(order.indexOf('rules')).at(0), 'rules');
    assert.ok(order.indexOf('rules') < order.indexOf('check'));
  });

  it('reads a folder that is larger than its memory, and says how far it is to the end', async () => {
    const huge = await freshFolder('unit-agents-huge');
    const base = "base: 'https://api.smartcar.com/v2.0'\n";
    writeFileSync(join(huge, '0.yml'), base + '# '.repeat(490_000));
    for (let index = 1; index < 60; index++) linkSync(join(huge, '0.yml'), join(huge, `${index}.yml`));
    const agent = new Agent();
    try {
      const client = await agent.connect({ NODE_OPTIONS: '--max-old-space-size=48' });
      const told: string[] = [];
      const reading = { folder: huge, offset: 58, limit: 5 };
      const answer = await client.callTool(
        { name: 'check_migration', arguments: reading },
        { onprogress: ({ message }) => told.push(message ?? ''), timeout: patienceMs, resetTimeoutOnProgress: true },
      );
      const { total, findings } = answerOf(answer) as { total: number; findings: { path: string }[] };
      assert.deepEqual([total, findings.map(({ path }) => path)], [60, ['8.yml', '9.yml']]);
      assert.match(told.at(-1) ?? '', /^60 files read, \d+ to check$/);
    } finally {
      await agent.close();
    }
  });

  it('comes with the field mapping, and a prompt and a skill that use what there is', async () => {
    const { contents } = await client().readResource({ uri: 'vehicle-data://moves' });
    const [first] = contents;
    const table = JSON.parse(first && 'text' in first ? first.text : '[]') as { id: string; section?: string }[];
    assert.deepEqual(
      table.map(({ id }) => id),
      fieldMappings.map(({ id }) => id),
    );
    assert.ok(table.every(({ section }) => section === undefined));
    const { messages } = await client().getPrompt({ name: 'move-to-version-3', arguments: { file: '/app/client.ts' } });
    const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      contributes: { chatSkills: { path: string }[] };
    };
    const skills = manifest.contributes.chatSkills.map(({ path }) => {
      const skill = readFileSync(join(root, path), 'utf8');
      // VS Code takes no other.
      assert.equal(/^---\nname: (.+)\n/.exec(skill)?.[1], basename(dirname(path)));
      return skill;
    });
    const text = JSON.stringify([...messages, skills]);
    assert.match(text, /\/app\/client\.ts.*check_migration.*vehicle-data:\/\/moves/s);
    const { tools } = await client().listTools();
    const names = new Set(tools.map(({ name }) => name));
    for (const [name] of text.matchAll(/\b(?:sandbox|list|check|get)_[a-z_]+/g)) assert.ok(names.has(name), name);
  });
});
