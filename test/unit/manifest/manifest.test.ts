import assert from 'node:assert/strict';
import { type Context, holds } from './when.ts';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../tools/lib/paths.ts';
import { code, conditions, contextKeysIn, contextKeysOfCode, manifest, manifestText, texts } from './manifest.ts';
import type { MenuItem } from './manifest.ts';

const { contributes } = manifest;
const commands = new Map(contributes.commands.map((command) => [command.command, command]));
const settings = Object.keys(contributes.configuration.properties);
const views = Object.values(contributes.views).flat();
const menuItems = Object.entries(contributes.menus).flatMap(([menu, items]) =>
  items.map((item) => ({ menu, ...item })),
);
const palette = new Map(contributes.menus.commandPalette?.map(({ command, when }) => [command ?? '', when]));

/** Items of `wanted` that `known` lacks. */
function missing(wanted: Iterable<string>, known: Iterable<string>): string[] {
  const set = new Set(known);
  return [...new Set(wanted)].filter((item) => !set.has(item)).sort();
}

/** `command:` links in a text of Markdown. */
function linkedCommands(text: string): string[] {
  return [...text.matchAll(/\(command:([\w.]+)/g)].map(([, command = '']) => command);
}

describe('the manifest', () => {
  it('uses every text of package.nls.json, and no other', () => {
    const used = [...manifestText.matchAll(/"%([^%"]+)%"/g)].map(([, key = '']) => key);
    assert.deepEqual(missing(used, Object.keys(texts)), []);
    assert.deepEqual(missing(Object.keys(texts), used), []);
  });

  it('takes titles and categories of commands from the texts of the package', () => {
    for (const { title, category } of commands.values()) {
      for (const text of [title, category]) assert.match(text, /^%.*%$/);
    }
  });

  it('names no command as VS Code names those that it makes for a view', () => {
    for (const { id } of views) {
      assert.deepEqual(
        [...commands.keys()].filter((command) => command.startsWith(`${id}.`)),
        [],
      );
    }
  });

  it('runs and links only commands that it contributes', () => {
    const executed = [...code.matchAll(/executeCommand(?:<\w+>)?\(\s*'(vehicleData\.[\w.]+)'/g)].map(
      ([, id = '']) => id,
    );
    const linked = Object.values(texts).flatMap(linkedCommands);
    // A command that only programs call starts the extension.
    const byId = manifest.activationEvents.flatMap((event) => /^onCommand:(.+)/.exec(event)?.[1] ?? []);
    const inMenus = menuItems.flatMap(({ command }) => command ?? []);
    const ofViews = views.map(({ id }) => `${id}.focus`);
    const bound = (contributes.keybindings ?? []).map(({ command }) => command);
    assert.deepEqual(
      missing([...executed, ...linked, ...inMenus, ...bound], [...commands.keys(), ...byId, ...ofViews]),
      [],
    );
  });

  it('has each command in the palette, in a menu, on a key or on a line of a tree', () => {
    const inMenus = menuItems.filter(({ menu }) => menu !== 'commandPalette').map(({ command }) => command);
    const elsewhere = [...inMenus, ...(contributes.keybindings ?? []).map(({ command }) => command)];
    const lines = [...code.matchAll(/\bcommands?\b[^;]*/g)].join('\n');
    const isReachable = (id: string) =>
      palette.get(id) !== 'false' || elsewhere.includes(id) || lines.includes(`'${id}'`);
    const unreachable = [...commands.keys()].filter((id) => !isReachable(id));
    assert.deepEqual(unreachable, []);
  });

  it('shows a command that is enabled sometimes in the palette only then', () => {
    const shownDisabled = [...commands.values()].filter(
      ({ command, enablement }) => enablement && !palette.has(command),
    );
    assert.deepEqual(
      shownDisabled.map(({ command }) => command),
      [],
    );
  });

  it('asks in conditions for context that the code sets, and the code sets none in vain', () => {
    const asked = [...conditions, ...completionContexts()].flatMap(contextKeysIn);
    const set = contextKeysOfCode();
    assert.deepEqual(missing(asked, set), []);
    assert.deepEqual(missing(set, asked), []);
  });

  it('asks in conditions for settings, views and webviews that there are', () => {
    const all = conditions.join('\n');
    const asked = (pattern: RegExp) => [...all.matchAll(pattern)].map(([, name = '']) => name);
    assert.deepEqual(missing(asked(/config\.([\w.]+)/g), settings), []);
    assert.deepEqual(
      missing(
        asked(/\bview == ([\w.]+)/g),
        views.map(({ id }) => id),
      ),
      [],
    );
    for (const kind of asked(/(?:activeWebviewPanelId|webviewId) == '([\w.]+)'/g)) {
      assert.ok(code.includes(`'${kind}'`), kind);
    }
  });

  it('tells lines of trees apart by words that the code gives them', () => {
    const patterns = conditions.flatMap((each) => [...each.matchAll(/viewItem =~ \/((?:[^/\\]|\\.)*)\//g)]);
    const words = patterns.flatMap(([, pattern = '']) => pattern.match(/[A-Za-z][\w-]+/g) ?? []);
    const unknown = [...new Set(words)].filter((word) => !new RegExp(`['";\`]${word}['";\`]`).test(code));
    assert.deepEqual(unknown, []);
  });

  it('has settings that the code reads, the addresses out of a workspace’s reach', () => {
    const unread = settings.filter((key) => {
      const name = key.slice(key.lastIndexOf('.') + 1);
      return !code.includes(`'${key}'`) && !code.includes(`'${name}'`);
    });
    assert.deepEqual(unread, []);
    const { restrictedConfigurations } = manifest.capabilities.untrustedWorkspaces;
    assert.deepEqual(missing(restrictedConfigurations, settings), []);
    for (const key of restrictedConfigurations) {
      assert.equal(contributes.configuration.properties[key]?.scope, 'application', key);
    }
    for (const [key, { scope, order }] of Object.entries(contributes.configuration.properties)) {
      assert.ok(scope !== undefined && order !== undefined, key);
    }
  });

  it('groups its menus, with an icon for each item that is shown as one', () => {
    const grouped = menuItems.filter(({ menu }) => menu !== 'commandPalette');
    const isIcon = ({ menu, group = '' }: MenuItem & { menu: string }) =>
      group.startsWith('inline') || (menu.endsWith('title') && group.startsWith('navigation'));
    for (const item of grouped) {
      assert.match(item.group ?? '', /@\d+$/, `${item.menu}: ${item.command}`);
      if (isIcon(item)) assert.ok(commands.get(item.command ?? '')?.icon, `${item.command} has no icon`);
    }
  });

  it('binds no key outside its own viewer, which may be in front while the focus is elsewhere', () => {
    for (const { command, when } of contributes.keybindings ?? []) {
      const [viewer, ...elsewhere] = when.split(' && ');
      assert.equal(viewer, "activeWebviewPanelId == 'vehicleData.chargeRecords'", command);
      const places = ['!sideBarFocus', '!panelFocus', '!auxiliaryBarFocus', '!listFocus', '!inputFocus'];
      assert.deepEqual(elsewhere, places, command);
    }
  });

  it('has an icon and a welcome text for each view', () => {
    for (const { id, icon } of views) {
      assert.ok(existsSync(join(root, icon)), id);
      assert.ok(
        contributes.viewsWelcome.some(({ view }) => view === id),
        id,
      );
    }
  });

  it('welcomes before the extension has started, which others may hold up, with the way to connect', () => {
    const isShown = (context: Context) =>
      contributes.viewsWelcome
        .filter(({ view, when }) => view === 'vehicleData.vehicles' && holds(when, context))
        .map(({ contents }) => contents);
    const environment = { 'config.vehicleData.environment': 'sandbox' };
    assert.deepEqual(isShown(environment), ['%welcome.signedOut%']);
    const elsewhere = { 'config.vehicleData.environment': 'smartcar' };
    for (const context of [elsewhere, { ...elsewhere, 'vehicleData.state': 'signedOut' }]) {
      assert.deepEqual(isShown(context), ['%welcome.signedOutElsewhere%']);
    }
    assert.match(texts['welcome.signedOut'] ?? '', /command:vehicleData\.connect/);
    for (const state of ['signedOut', 'empty', 'locked']) {
      assert.equal(isShown({ ...environment, 'vehicleData.state': state }).length, 1, state);
    }
    for (const state of ['ready', 'error', 'loading']) {
      for (const context of [environment, elsewhere]) {
        assert.deepEqual(isShown({ ...context, 'vehicleData.state': state }), [], state);
      }
    }
  });

  it('has one walkthrough, whose steps end by what happens, with pictures in the theme’s colours', () => {
    const [walkthrough, ...others] = contributes.walkthroughs;
    assert.ok(walkthrough && others.length === 0);
    assert.deepEqual(
      walkthrough.steps.map(({ id }) => id),
      ['connect', 'look', 'app'],
    );
    for (const { id, description, media, completionEvents } of walkthrough.steps) {
      assert.ok(linkedCommands(texts[description.slice(1, -1)] ?? '').length > 0, id);
      assert.ok(completionEvents.length > 0, id);
      if (id === 'app')
        assert.ok(linkedCommands(texts[description.slice(1, -1)] ?? '').includes('vehicleData.addWebhook'));
      for (const event of completionEvents) {
        const [kind, subject = ''] = event.split(/:(.*)/s);
        if (kind === 'onCommand') assert.ok(commands.has(subject), event);
        else if (kind === 'onSettingChanged') assert.ok(settings.includes(subject), event);
        else assert.equal(kind, 'onContext', event);
      }
      const picture = readFileSync(join(root, media.svg), 'utf8');
      assert.match(picture, /var\(--vscode-/);
      assert.doesNotMatch(picture, /#[0-9a-f]{3,8}\b|<text/i, `${media.svg} has a colour or a language of its own`);
    }
  });

  it('names the provider and the webview as the code does', () => {
    assert.deepEqual(contributes.authentication, [{ id: 'vehicle-data', label: 'Vehicle Data' }]);
    for (const event of manifest.activationEvents) {
      const [, webview] = /^onWebviewPanel:(.+)$/.exec(event) ?? [];
      if (webview !== undefined) assert.ok(code.includes(`'${webview}'`), event);
    }
  });

  it('has what the marketplaces want: a square icon of 128 pixels or more, categories, at most 30 keywords', () => {
    const icon = readFileSync(join(root, manifest.icon));
    const [width, height] = [icon.readUInt32BE(16), icon.readUInt32BE(20)];
    assert.equal(icon.toString('latin1', 1, 4), 'PNG');
    assert.ok(width === height && width >= 128, `${width}×${height}`);
    const known = ['AI', 'Data Science', 'Debuggers', 'Machine Learning', 'Other', 'Testing', 'Visualization'];
    assert.deepEqual(missing(manifest.categories, known), []);
    assert.ok(manifest.keywords.length >= 5 && manifest.keywords.length <= 30);
    assert.equal(new Set(manifest.keywords).size, manifest.keywords.length);
  });
});

/** Conditions in the walkthrough's events. */
function completionContexts(): string[] {
  const events = contributes.walkthroughs.flatMap(({ steps }) => steps.flatMap((step) => step.completionEvents));
  return events.filter((event) => event.startsWith('onContext:')).map((event) => event.slice('onContext:'.length));
}
