// A folder from elsewhere may hold, in the place of an agent's configuration, a link, a device, a pipe, or a file without end.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { addToJson } from '../../src/extension/agents/add-to-json.ts';
import { addServer, questionOf, readConfig, refusalOf } from '../../src/extension/agents/config-file.ts';
import { writeAtomically } from '../../src/common/files/write-file.ts';

// Windows has neither pipes nor devices in folders, nor, for users, such links.
if (process.platform !== 'win32') {
  describe('in the place of an agent’s configuration', () => {
    let base: string;
    const at = (...names: string[]) => path.join(base, ...names);
    const config = (...names: string[]) => ({
      ...{ base, file: at(...names), isShared: false },
      add: (text: string) => addToJson(text, 'servers', 'vehicle-data', {}),
    });
    const added = '{\n  "servers": {\n    "vehicle-data": {}\n  }\n}';

    beforeEach(() => {
      base = realpathSync(mkdtempSync(path.join(tmpdir(), 'agent-links-')));
    });
    afterEach(() => rmSync(base, { recursive: true }));

    it('a link is named with where it leads, and stays one', async () => {
      writeFileSync(at('real.json'), '{}');
      symlinkSync('real.json', at('mcp.json'));
      const found = await readConfig(config('mcp.json'));
      assert.equal(found.leadsTo, at('real.json'));
      const question = questionOf(config('mcp.json'), found);
      assert.ok(question.includes(at('mcp.json')) && question.includes(at('real.json')), question);
      await addServer(config('mcp.json'), found);
      assert.equal(readFileSync(at('real.json'), 'utf8'), added);
      assert.ok(lstatSync(at('mcp.json')).isSymbolicLink());
      assert.deepEqual(readdirSync(base).sort(), ['mcp.json', 'real.json']);
    });

    it('so is a folder on the way, a link over links, and one to nothing yet', async () => {
      mkdirSync(at('dotfiles'));
      symlinkSync('dotfiles', at('.cursor'));
      assert.equal((await readConfig(config('.cursor', 'mcp.json'))).leadsTo, at('dotfiles', 'mcp.json'));
      assert.equal((await readConfig(config('.cursor', 'new', 'mcp.json'))).leadsTo, at('dotfiles', 'new', 'mcp.json'));
      symlinkSync('.cursor/mcp.json', at('second'));
      symlinkSync('second', at('first'));
      const found = await readConfig(config('first'));
      assert.equal(found.leadsTo, at('dotfiles', 'mcp.json'));
      await addServer(config('first'), found);
      assert.match(readFileSync(at('dotfiles', 'mcp.json'), 'utf8'), /vehicle-data/);
    });

    it('nothing is said of a link that the person’s own folder is', async () => {
      mkdirSync(at('home'));
      symlinkSync('home', at('kim'));
      const own = { ...config(), base: at('kim'), file: at('kim', '.cursor', 'mcp.json') };
      const found = await readConfig(own);
      assert.equal(found.leadsTo, undefined);
      assert.equal(questionOf(own, found), `Add “vehicle-data” to ${own.file}?`);
    });

    it('a link that leads elsewhere since the question is not followed', async () => {
      for (const name of ['one.json', 'two.json']) writeFileSync(at(name), '{}');
      symlinkSync('one.json', at('mcp.json'));
      const asked = await readConfig(config('mcp.json'));
      rmSync(at('mcp.json'));
      symlinkSync('two.json', at('mcp.json'));
      await assert.rejects(addServer(config('mcp.json'), asked), /has changed/);
      assert.deepEqual([readFileSync(at('one.json'), 'utf8'), readFileSync(at('two.json'), 'utf8')], ['{}', '{}']);
    });

    it('a pipe, a device, a folder and a link to one are not read', async () => {
      execFileSync('/bin/sh', ['-c', 'mkfifo "$0"', at('pipe')]);
      symlinkSync('pipe', at('to-pipe'));
      symlinkSync('/dev/zero', at('endless'));
      symlinkSync('/dev/tty', at('terminal'));
      mkdirSync(at('folder'));
      for (const name of ['pipe', 'to-pipe', 'endless', 'terminal', 'folder']) {
        assert.equal((await readConfig(config(name))).added, 'not-a-file', name);
      }
      assert.match(refusalOf('not-a-file', at('pipe')), /is not a file\. Copy the server/);
    });

    it('a file of terabytes is not read', async () => {
      writeFileSync(at('mcp.json'), '');
      truncateSync(at('mcp.json'), 2 ** 40);
      assert.equal((await readConfig(config('mcp.json'))).added, 'too-large');
      assert.match(refusalOf('too-large', at('mcp.json')), /too large/);
    });

    it('links in a circle are an error that says so', async () => {
      symlinkSync('b', at('a'));
      symlinkSync('a', at('b'));
      await assert.rejects(readConfig(config('a')), { code: 'ELOOP' });
    });

    it('a pipe or a device is not replaced by what is saved, either', async () => {
      execFileSync('/bin/sh', ['-c', 'mkfifo "$0"', at('pipe')]);
      await assert.rejects(writeAtomically(at('pipe'), ['text']), /not a file/);
      assert.ok(lstatSync(at('pipe')).isFIFO());
      assert.deepEqual(readdirSync(base), ['pipe']);
    });
  });
}
