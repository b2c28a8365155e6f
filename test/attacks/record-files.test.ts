// Files of charge records from anybody: nested, huge, broken in odd places, or no files at all.
import assert from 'node:assert/strict';
import { growsWithSize } from '../tools/lib/growth.ts';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readBounded } from '../../src/common/text/decode-text.ts';
import { recordFile, recordFileBytes } from '../../src/extension/records/file/record-file.ts';

async function read(content: string): Promise<{ text: string; failure: string | undefined }> {
  let text = '';
  try {
    for await (const piece of recordFile(Buffer.from(content)).body) text += Buffer.from(piece).toString();
    return { text, failure: undefined };
  } catch (error) {
    return { text, failure: (error as Error).message };
  }
}

const levels = 100_000;
const deep = '['.repeat(levels) + ']'.repeat(levels);
const whose = '"vehicle":{"id":"v1"}';

describe('a file of charge records', () => {
  for (const [what, content, expected] of [
    ['deep lists', deep, deep],
    ['a deep record', `[${deep}]`, `[${deep}]`],
    ['a deep record of a vehicle', `[{${whose},"record":${deep}}]`, `[${deep}]`],
    ['the same as the API’s answer', `{"records":[{${whose},"record":${deep}}]}`, `[${deep}]`],
    ['the same in a line', `{${whose},"record":${deep}}\n{"chargeStart":"x"}`, `[${deep},{"chargeStart":"x"}]`],
    ['numbers of a vehicle', `[{${whose},"record":{"energy":1.10}}]`, '[{"energy":1.10}]'],
    ['numbers without end', `{${whose},"record":{"energy":1e999999}}`, '[{"energy":1e999999}]'],
    [
      'more digits than a number has',
      `{${whose},"record":{"id":12345678901234567890}}`,
      '[{"id":12345678901234567890}]',
    ],
    ['names twice', `{${whose},"record":{"a":1,"a":2}}`, '[{"a":1,"a":2}]'],
    ['a prototype', '[{"__proto__":{"vehicle":1,"record":2}}]', '[{"__proto__":{"vehicle":1,"record":2}}]'],
    ['a prototype of a vehicle', `[{${whose},"record":{"__proto__":{"a":1}}}]`, '[{"__proto__":{"a":1}}]'],
    ['a vehicle without a record', `[{${whose}}]`, `[{${whose}}]`],
  ] as const) {
    it(`is read to the letter with ${what}`, async () => {
      const { text, failure } = await read(content);
      assert.equal(failure, undefined);
      assert.ok(text.replaceAll(/\s/g, '') === `{"records":${expected}}`, text.slice(0, 200));
    });
  }

  for (const [content, record] of [
    ['[1,x]', 2],
    ['[1,2,]', 3],
    ['[1 2]', 1],
    ['[tru]', 1],
    ['["\u0001"]', 1],
    ['["\\x"]', 1],
    ['[1]]', 2],
    ['[{"a" 1}]', 1],
    ['[1,', 2],
    ['["abc', 1],
    ['["ü",x]', 2],
    [`[${'1,'.repeat(5000)}x${',1'.repeat(5000)}]`, 5001],
  ] as const) {
    it(`is read up to the record that is wrong: ${JSON.stringify(content.slice(0, 40))}`, async () => {
      const { failure } = await read(content);
      assert.equal(failure, `The file is not JSON from record ${record} on.`);
    });
  }
});

describe('a file that memory could not hold', () => {
  for (const [what, contentOf] of [
    ['lists', () => `[${'[],'.repeat(17_000_000)}1]`],
    ['numbers', () => `[${'1,'.repeat(33_000_000)}1]`],
    ['objects in the API’s answer', () => `{"records":[${'{},'.repeat(17_000_000)}1]}`],
    ['depth', () => '['.repeat(33_000_000)],
    ['lines', () => `{"record":1}\n${'1\n'.repeat(5_000_000)}`],
    ['rows', () => `chargeStart\n${'1\n'.repeat(5_000_000)}`],
    ['cells', () => `chargeStart${';'.repeat(33_000_000)}`],
    ['tabs', () => `chargeStart${'\t'.repeat(33_000_000)}`],
    ['a first line without an end', () => `{"a":[${'[],'.repeat(17_000_000)}`],
  ] as const) {
    it(`is refused before it is read: ${what}`, async () => {
      const { text, failure } = await read(contentOf());
      assert.deepEqual([text, failure], ['', 'The file has too many values.']);
    });
  }
});

describe('a file that takes time', () => {
  const head = 'chargeStart,energy';
  const repeated = (count: number, what: string, between = '') =>
    Array.from({ length: count }, () => what).join(between);
  const files: Readonly<Record<string, (size: number) => string>> = {
    'repeated column names': (size) => `chargeStart,${repeated(size, 'a', ',')}\n1,${repeated(size, '1', ',')}\n`,
    'column names that are numbered already': (size) =>
      `chargeStart,${Array.from({ length: size }, (_, at) => `a_${at}`).join(',')},${repeated(size, 'a', ',')}\n1\n`,
    'empty column names': (size) => `chargeStart,${repeated(size, '', ',')},energy\n1,${repeated(size, '1', ',')},2\n`,
    'a quoted cell behind each other, in one line': (size) => `${head}\n${repeated(size, '"a"', ',')}`,
    'quoted cells without a separator': (size) => `chargeStart\n${repeated(size, '"a"\n')}`,
    'quotation marks': (size) => `${head}\n${repeated(size, '"')}`,
    'quotation marks that end no cell': (size) => `${head}\n"${repeated(size, 'a" ')}`,
    backslashes: (size) => `${head}\n"${repeated(size, '\\')}\\"a",1\n`,
    'digits and thousands': (size) => `${head}\n1,"1${repeated(size, '.000')}x"\n2,"${repeated(size, '1')},5"\n`,
    blanks: (size) => `${head}\n${repeated(size, ' ')}x,1${repeated(size, ' ')}%\n`,
    'columns and lines': (size) => `chargeStart${repeated(size, ',a')}\n${repeated(size, '1\n')}`,
    'lines that do not fit': (size) => `${head}\n${repeated(size, '1,2,3\n')}`,
    'lines without a value': (size) => `${head}\n${repeated(size, ',\n')}`,
    apostrophes: (size) => `${head},problems,notInTheContract,asItCame\n"${repeated(size, "'")}=1",1,,,\n`,
    'quotation marks behind semicolons': (size) =>
      `chargeStart,location,problems,notInTheContract,asItCame\n1,";${repeated(size, '""')}",,,\n`,
    'values that follow each other': (size) => repeated(size, '{"energy":1}'),
    'values, and one that is broken': (size) => `${repeated(size, '{"energy":1} ')}{"energy":`,
    'brackets that are closed': (size) => `{}${repeated(size, ']')}`,
    envelopes: (size) => `{"a":${repeated(size, '[{"values":[{"a":1}]},')}1${repeated(size, ']')}}`,
    'letters of other encodings': (size) => `${head}\n${repeated(size, '\ufffd')}`,
  };
  for (const [what, fileOf] of Object.entries(files)) {
    it(`takes no more than grows with its size: ${what}`, () => growsWithSize([12_500, 200_000], fileOf, read));
  }

  it('has so many columns at most, and keeps the cells behind them', async () => {
    const names = Array.from({ length: 100_000 }, (_, at) => `b${at}`);
    const { text } = await read(`chargeStart,${names.join(',')}\nx,${names.map(() => '1').join(',')}\n`);
    assert.match(text, /"b998":"1","extraCells":\["1",(?:"1",?){99000}\]/);
  });
});

describe('what is no file of charge records', () => {
  let folder: string;
  const server = createServer();
  const files = {
    async stat(path: string) {
      const found = await stat(path);
      return { type: found.isFile() ? 1 : found.isDirectory() ? 2 : 0, size: found.size };
    },
    readFile: (path: string): Promise<Uint8Array> => readFile(path),
  };

  before(async () => (folder = await mkdtemp(join(tmpdir(), 'record-files-'))));
  after(async () => {
    server.close();
    await rm(folder, { recursive: true, force: true });
  });

  const others = [
    ['a link to a device without an end', (path: string) => symlink('/dev/zero', path)],
    ['a link to a terminal', (path: string) => symlink('/dev/tty', path)],
    ['a socket', (path: string) => once(server.listen(path), 'listening')],
    ['a folder', (path: string) => mkdir(path)],
    ['a link to a folder', (path: string) => symlink('/', path)],
  ] as const;
  // Windows has neither devices nor pipes in its folders.
  for (const [what, make] of process.platform === 'win32' ? [] : others) {
    it(`is not read: ${what}`, async () => {
      const path = join(folder, `${what}.charges.json`);
      await make(path);
      assert.equal(await readBounded(files, path, 1000), 'This is not a file.');
      await assert.rejects(recordFileBytes(files, path), { name: 'ServiceError', message: 'This is not a file.' });
    });
  }

  it('is not read where it is larger than memory should be, whatever it says of its size', async () => {
    const path = join(folder, 'sparse.charges.json');
    await writeFile(path, '');
    await truncate(path, 2 ** 40);
    assert.equal(await readBounded(files, path, 400 << 20), 'The file is larger than 400 MB.');
    const lying = { ...files, stat: () => Promise.resolve({ type: 1, size: 0 }) };
    await writeFile(path, ' '.repeat(2 << 20));
    assert.equal(await readBounded(lying, path, 1 << 20), 'The file is larger than 1 MB.');
  });

  it('is read where it is a link to a file', async () => {
    const path = join(folder, 'link.charges.json');
    await writeFile(join(folder, 'file'), '[]');
    await symlink('file', path);
    assert.deepEqual(await readBounded(files, path, 1000), Buffer.from('[]'));
  });
});
