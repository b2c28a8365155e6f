import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Looks for secrets everywhere but where they belong, and remembers what it found. */
export class Hygiene {
  /** Files, names, outputs and processes that were looked at. */
  looked = 0;
  /** Where a secret was, without the secret. */
  readonly hits: string[] = [];

  /** In every name under a folder, and in every content but that of files whose names end as in `but`. */
  async searchFolder(folder: string, secrets: readonly string[], but: readonly string[] = []): Promise<void> {
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      this.#look(`the name of a file`, entry.name, secrets);
      if (!entry.isFile() || but.some((end) => entry.name.endsWith(end))) continue;
      const file = join(entry.parentPath, entry.name);
      // A process that is about to end may still take its files away.
      const text = await readFile(file, 'latin1').catch(() => '');
      this.#look(`the file ${entry.name.replaceAll(/[0-9a-f-]{8,}/g, '…')}`, text, secrets);
    }
  }

  searchText(where: string, text: string, secrets: readonly string[]): void {
    this.#look(where, text, secrets);
  }

  /** In the arguments and the environment of a process and of all that it started. Linux only. */
  async searchProcess(pid: number, secrets: readonly string[]): Promise<void> {
    for (const part of ['cmdline', 'environ']) {
      const text = await readFile(`/proc/${pid}/${part}`, 'latin1').catch(() => '');
      this.#look(`${part} of a process`, text, secrets);
    }
    const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'latin1').catch(() => '');
    for (const child of children.split(' ').filter(Boolean)) await this.searchProcess(Number(child), secrets);
  }

  #look(where: string, text: string, secrets: readonly string[]): void {
    this.looked += 1;
    if (secrets.some((secret) => spellings(secret).some((spelling) => text.includes(spelling)))) this.hits.push(where);
  }
}

/** As it is, and as it would look in a URL, in hexadecimal, and in base64, wherever in the encoded text it begins. */
function spellings(secret: string): string[] {
  const base64 = [0, 1, 2].map((before) => {
    const text = Buffer.from('x'.repeat(before) + secret).toString('base64url');
    // The first and last characters hold bits of the neighbours as well.
    return text
      .slice(before === 0 ? 0 : before + 1)
      .replace(/=+$/, '')
      .slice(0, -2);
  });
  const plain = base64.map((text) => text.replaceAll('-', '+').replaceAll('_', '/'));
  return [...new Set([secret, encodeURIComponent(secret), Buffer.from(secret).toString('hex'), ...base64, ...plain])];
}
