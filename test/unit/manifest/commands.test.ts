import assert from 'node:assert/strict';
import { commandNames } from '../../../src/viewer/messages/command-names.ts';
import { code, manifest, texts, textsInGerman } from './manifest.ts';
import { holds, type Context } from './when.ts';

const { commands, menus } = manifest.contributes;
const textOf = (key: string) => texts[key.slice(1, -1)] ?? '';
const titleOf = new Map(commands.map(({ command, title }) => [command, textOf(title)]));

/** The commands that the rooms of the extension have. */
function handled(): string[] {
  const own = [...code.matchAll(/[ {]'(vehicleData\.[\w.]+)': (?!literalLines|\w+\.lines)/gm)].map(([, id = '']) => id);
  return [...own, ...commandNames.map((name) => `vehicleData.records.${name}`)];
}

/** Those that only programs call: no entry of a menu, but they start the extension. */
const called = manifest.activationEvents.flatMap((event) => /^onCommand:(.+)/.exec(event)?.[1] ?? []);

/** Commands that automation calls by these ids, whether the palette shows them or not. */
const stable = [
  ...['connect', 'signOut', 'refreshTokens', 'selectEnvironment', 'setClientSecret', 'refresh', 'openChargeRecords'],
  ...['chooseCapacity', 'showRequests', 'startSandbox', 'stopSandbox'],
].map((name) => `vehicleData.${name}`);

const signedOut: Context = {
  'config.vehicleData.environment': 'sandbox',
  'vehicleData.state': 'signedOut',
};
const connected: Context = {
  'config.vehicleData.environment': 'sandbox',
  'vehicleData.hasAccounts': true,
  'vehicleData.state': 'ready',
  'vehicleData.sandboxRuns': true,
  'vehicleData.hasRequests': true,
};
const viewing: Context = {
  ...connected,
  activeWebviewPanelId: 'vehicleData.chargeRecords',
  webviewId: 'vehicleData.chargeRecords',
  ...Object.fromEntries(['marked'].map((key) => [`vehicleData.records.${key}`, true])),
};
const viewerAlone = ['Export Charge Records…', 'Reload Charge Records', 'Select Date Range…'];

/** Titles in the palette. VS Code's own commands for views, such as “Focus on Vehicles View”, come on top. */
function palette(context: Context): string[] {
  const when = new Map(menus.commandPalette?.map((item) => [item.command, item.when]));
  return commands.flatMap(({ command }) => (holds(when.get(command), context) ? [titleOf.get(command) ?? ''] : []));
}

/** Entries of a menu that are written out: not those that are icons on a line or in a title. */
function entries(menu: string, context: Context): string[] {
  const shown = (menus[menu] ?? []).filter(({ when, group }) => {
    return !/^(?:inline|navigation)/.test(group ?? '') && holds(when, context);
  });
  return shown.map(({ command = '' }) => titleOf.get(command) ?? '');
}

describe('the commands', () => {
  it('are those that the rooms have', () => {
    assert.deepEqual([...titleOf.keys(), ...called].sort(), [...new Set(handled())].sort());
  });

  it('have those that automation calls', () => {
    assert.deepEqual(
      stable.filter((id) => !titleOf.has(id) && !called.includes(id)),
      [],
    );
  });

  it('are in one of three categories', () => {
    const names = new Set(commands.map(({ category }) => textOf(category)));
    assert.deepEqual([...names].sort(), ['Charge Records', 'Vehicle Data', 'Vehicle Sandbox']);
  });

  for (const [state, context, most] of [
    ['without an account', signedOut, 14],
    ['with an account', connected, 22],
    ['with the viewer open', viewing, 30],
  ] as const) {
    it(`are at most ${most} in the palette ${state}`, () => {
      const titles = palette(context);
      assert.ok(titles.length > 8 && titles.length <= most, `${titles.length}: ${titles.join(', ')}`);
      assert.equal(new Set(titles).size, titles.length);
    });
  }

  it('are offered for the viewer while it is in front, and no more than that', () => {
    const others = palette(connected);
    assert.deepEqual(
      palette(viewing).filter((title) => !others.includes(title)),
      [
        ...['Find', 'Filter', 'Select Columns…'],
        ...['Reload Charge Records', 'Select Date Range…', 'Export Charge Records…'],
      ],
    );
    assert.ok(viewerAlone.every((title) => !others.includes(title)));
  });

  it('are offered for a locked keyring only then', () => {
    const usual = palette(signedOut);
    const more = palette({ ...signedOut, 'vehicleData.hasLockedAccounts': true });
    assert.deepEqual(
      more.filter((title) => !usual.includes(title)),
      ['Retry Unlocking Sessions'],
    );
  });

  it('have titles as VS Code writes them: Title Case, verb first, no article, no sentence', () => {
    const verbs =
      'Add Advance Ask Cancel Check Clear Compare Connect Copy Disconnect Edit End Environments Explain Export Filter Find Freeze Go Hide Inject Open Paste ' +
      'Pin Preview Read Receive Refresh Reload Remove Reset Resume Retry Save Select Send Set Show Sign Simulate Sort Start Stop Subscribe Summarize Toggle Try Unpin';
    for (const title of titleOf.values()) {
      const [first = '', ...others] = title.replace(/…$/, '').split(' ');
      assert.ok(verbs.split(' ').includes(first), title);
      assert.doesNotMatch(title, /\b(?:an?|the|this)\b|\.\.\.|[.,:;](?!\d)/i);
      for (const word of others)
        assert.match(word, /^(?:[A-Z\d]|(?:and|as|by|for|from|in|of|or|to|with)$|.*-in$)/, title);
    }
  });

  it('ask for more in German where they do in English', () => {
    const asks = (text: string | undefined) => text?.endsWith('…');
    for (const [key, text] of Object.entries(texts)) {
      if (key.startsWith('command.')) assert.equal(asks(textsInGerman[key]), asks(text), key);
    }
  });
});

describe('the menus', () => {
  const most = 8;
  const views = { ...connected, 'vehicleData.vehiclesUnread': true, 'config.vehicleData.environment': 'smartcar' };
  const lines: Readonly<Record<string, readonly string[]>> = {
    'vehicleData.vehicles': [
      ...['vehicle'],
      ...['account;unlock', 'account;reconnect', 'tokens;unlock', 'tokens;application', 'field;records;copies'],
      ...['field;capacity;selectable;copies', 'field;vehicleId;copies', 'permission;granted;copies'],
      ...['problem;retry', 'problem;reconnect', 'problem;unlock', 'problem;explain-version'],
    ],
    'vehicleData.requests': ['request;repeatable;requestId', 'request'],
    'vehicleData.webhooks': ['webhook', 'receiver', 'check', 'delivery;event', 'delivery'],
    'vehicleData.sandbox': [
      'clock;runs',
      'clock;frozen',
      'faults',
      'fault',
      'vehicles;filled',
      'vehicle;charges',
      'addresses',
      'address',
    ],
  };

  for (const [view, items] of Object.entries(lines)) {
    it(`have at most ${most} entries on a line of ${view}, and some for those who press no icon`, () => {
      for (const viewItem of items) {
        const shown = entries('view/item/context', { ...views, view, viewItem });
        assert.ok(shown.length <= most, `${viewItem}: ${shown.join(', ')}`);
        assert.ok(shown.length > 0, viewItem);
        assert.equal(new Set(shown).size, shown.length, viewItem);
      }
    });

    it(`have at most ${most} entries beside the title of ${view}`, () => {
      const shown = entries('view/title', { ...views, view });
      assert.ok(shown.length > 0 && shown.length <= most, shown.join(', '));
    });
  }

  it('lead from the accounts to the access that agents have, as long as there are any', () => {
    const shown = (context: Context) => entries('view/title', { ...context, view: 'vehicleData.vehicles' });
    assert.ok(shown(views).includes('Set Up Other Agents…'));
    assert.ok(!shown(signedOut).includes('Set Up Other Agents…'));
  });

  for (const viewItem of ['tokens', 'tokens;application', 'tokens;reconnect', 'account', 'account;unlock']) {
    it(`offer on a line of an account (${viewItem}) to connect again, once, and to sign out`, () => {
      const shown = entries('view/item/context', { ...views, view: 'vehicleData.vehicles', viewItem });
      const offered = shown.filter((entry) => /^(?:Connect Again|Sign Out)/.test(entry));
      assert.deepEqual(offered, ['Connect Again…', 'Sign Out…']);
    });
  }

  for (const section of ['record', 'column', '']) {
    it(`have at most ${most} entries in the viewer, on a ${section || 'place of its own'}`, () => {
      const shown = entries('webview/context', { ...viewing, webviewSection: section });
      assert.ok(shown.length > 0 && shown.length <= most, shown.join(', '));
    });
  }

  it(`have at most ${most} entries behind the viewer's editor title`, () => {
    const shown = entries('editor/title', viewing);
    assert.ok(!shown.includes('Export Charge Records…'), 'an icon beside those of filter and find');
    assert.ok(shown.length > 0 && shown.length <= most, shown.join(', '));
  });
});
