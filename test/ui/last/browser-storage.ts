import type { Page } from 'playwright-core';

/** Runs in the page. */
const dump = `(async () => {
  const plain = (value) =>
    value instanceof Uint8Array || value instanceof ArrayBuffer ? new TextDecoder('latin1').decode(value) : value;
  const done = (request) =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const all = [{ ...localStorage }, { ...sessionStorage }];
  for (const { name } of await indexedDB.databases()) {
    const database = await done(indexedDB.open(name));
    for (const store of database.objectStoreNames) {
      const objects = database.transaction(store).objectStore(store);
      const [keys, values] = await Promise.all([done(objects.getAllKeys()), done(objects.getAll())]);
      all.push({ name, store, keys: keys.map(String), values: values.map(plain) });
    }
    database.close();
  }
  return JSON.stringify(all);
})()`;

/** All that pages of this origin have stored in the browser, VS Code's globalState and secrets among it, as text. */
export function browserStorage(page: Page): Promise<string> {
  return page.evaluate<string>(dump);
}
