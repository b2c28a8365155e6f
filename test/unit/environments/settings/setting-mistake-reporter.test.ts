import assert from 'node:assert/strict';
import { Emitter } from '../../../../src/common/event.ts';
import { settingMistakes } from '../../../../src/environments/settings/setting-mistakes.ts';
import { SettingMistakeReporter } from '../../../../src/environments/settings/setting-mistake-reporter.ts';

const good = {
  authUrl: 'https://auth.example.com',
  baseUrl: 'https://api.example.com',
  connectUrl: 'https://connect.example.com/oauth/authorize',
  clientId: 'client-1',
  redirectUri: 'http://localhost:52625/callback',
};
const bad = { ...good, authUrl: 'http://auth.example.com' };

describe('settingMistakes', () => {
  const texts = (selected: unknown, entries: unknown) =>
    settingMistakes(selected, entries).map(({ key, environment, text }) => [key, environment, text]);

  it('finds none in what works', () => {
    assert.deepEqual(texts('sandbox', {}), []);
    assert.deepEqual(texts('smartcar', {}), []);
    assert.deepEqual(
      texts('staging', { staging: good, smartcar: { clientId: 'c', redirectUri: 'http://localhost:1/' } }),
      [],
    );
  });

  it('finds one of each entry, and leads to the guided input of it', () => {
    const found = settingMistakes('sandbox', { staging: bad, other: {}, text: 'https://example.com' });
    assert.deepEqual(
      found.map(({ environment }) => environment),
      ['staging', 'other', 'text'],
    );
    assert.match(found[0]?.text ?? '', /“staging” is invalid: authUrl: .*localhost only/);
    assert.match(found[1]?.text ?? '', /“other” has no authUrl/);
    assert.match(found[2]?.text ?? '', /“text” is not an object/);
  });

  it('finds a selection that names nothing, and entries that count for nothing', () => {
    assert.deepEqual(texts('stagnig', { staging: good }), [
      ['vehicleData.environment', undefined, 'There is no environment named “stagnig”.'],
    ]);
    assert.deepEqual(texts(7, {}), [['vehicleData.environment', undefined, 'There is no environment named “7”.']]);
    assert.match(String(texts('sandbox', { sandbox: good })[0]), /built in\. The entry with this name is ignored/);
    for (const entries of [[], 'x', null]) assert.match(String(texts('sandbox', entries)[0]), /is not an object/);
  });
});

describe('SettingMistakeReporter', () => {
  function build(entries: Record<string, unknown>, memory = new Map<string, unknown>()) {
    const now = { selected: 'sandbox', entries };
    const changed = new Emitter<void>();
    const said: string[] = [];
    let quiet: (() => void) | undefined;
    const looked: (() => void)[] = [];
    const watch = new SettingMistakeReporter({
      settings: { selected: () => now.selected, entries: () => now.entries, onDidChange: changed.event },
      told: {
        get: <T>(key: string) => memory.get(key) as T | undefined,
        update: (key, value) => {
          memory.set(key, value);
          looked.shift()?.();
          return Promise.resolve();
        },
      },
      tell: ({ text }) => said.push(text),
      whenQuiet(work) {
        quiet = work;
        return { dispose: () => (quiet = undefined) };
      },
    });
    /** The pause in typing; resolves when the mistakes are noted. */
    async function pause(): Promise<void> {
      const noted = new Promise<void>((resolve) => looked.push(resolve));
      quiet?.();
      await noted;
      await Promise.resolve();
    }
    const change = (to: Record<string, unknown>) => {
      now.entries = to;
      changed.fire();
    };
    return { watch, said, memory, change, pause, isWaiting: () => quiet !== undefined };
  }

  it('tells a mistake once, also over a restart, and again after it was put right', async () => {
    const { said, memory, change, pause, watch } = build({ staging: bad });
    await pause();
    assert.equal(said.length, 1);
    change({ staging: bad, other: {} });
    await pause();
    assert.equal(said.length, 2);
    assert.match(said[1] ?? '', /“other”/);
    watch.dispose();

    const later = build({ staging: bad, other: {} }, memory);
    await later.pause();
    assert.deepEqual(later.said, []);
    later.change({ staging: good });
    await later.pause();
    later.change({ staging: bad });
    await later.pause();
    assert.equal(later.said.length, 1);
  });

  it('waits until nobody types, and looks no more once it is disposed of', async () => {
    const { said, change, pause, watch, isWaiting } = build({});
    change({ staging: {} });
    change({ staging: good });
    change({ staging: bad });
    await pause();
    assert.equal(said.length, 1);
    change({ staging: {} });
    watch.dispose();
    assert.equal(isWaiting(), false);
    change({ staging: bad });
    assert.equal(isWaiting(), false);
  });
});
