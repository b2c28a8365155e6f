// Words of others in what VS Code shows outside web pages: they are read, and neither clicked, obeyed nor hidden behind.
import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { standInForVsCode } from '../tools/lib/stand-in-for-vscode.ts';

/** What was handed to VS Code, to be shown. */
const handed: unknown[] = [];

const answering = (...given: unknown[]) => {
  handed.push(...given);
  return Promise.resolve(undefined);
};

/** As much of VS Code as `window.ts` uses. */
const fake = {
  window: {
    showInformationMessage: answering,
    showWarningMessage: answering,
    showErrorMessage: answering,
    showQuickPick: answering,
    showInputBox: ({ validateInput, ...rest }: { validateInput?: (text: string) => unknown }) =>
      answering(rest, validateInput?.(''), validateInput?.('')),
    setStatusBarMessage: answering,
    withProgress: (options: unknown, task: (progress: object, token: object) => unknown) => {
      handed.push(options);
      return task({ report: answering }, {});
    },
    createQuickPick: () => noted(),
    createInputBox: () => noted(),
    createStatusBarItem: () => noted(),
    createWebviewPanel: answering,
  },
  MarkdownString: class {
    readonly value: string;
    constructor(value: string) {
      this.value = value;
    }
  },
};

/** An object of VS Code's that takes note of what is set on it. */
function noted(): object {
  return new Proxy({}, { set: (_, key, value) => handed.push({ [key]: value as unknown }) > 0 });
}

Object.assign(globalThis, { shownTextsFake: fake });
standInForVsCode('data:text/javascript,export const { window, MarkdownString } = shownTextsFake', 'shown-texts');
const own = '../../src/extension/window/window.ts?shown-texts';
const { window } = (await import(own)) as typeof import('../../src/extension/window/window.ts');
const trees = '../../src/extension/window/tree-view.ts?shown-texts';
const { literalLines, literalView } = (await import(trees)) as typeof import('../../src/extension/window/tree-view.ts');

const attacks: readonly (readonly [what: string, text: string])[] = [
  ['a link that runs a command', 'Denied. [Details](command:workbench.action.terminal.new)'],
  ['a link with arguments', '[x](command:vehicleData.signOut?%5B%7B%22sessionId%22%3A%221%22%7D%5D "go on")'],
  ['a link to a site', '[Sign in again](https://evil.example/)'],
  ['a link to a file', '[log](file:///etc/passwd)'],
  ['a link in a link', '[[a](command:b)](command:c)'],
  ['a link whose brackets part a zero-width space', '[a]\u200b(command:b)'],
  ['a link whose brackets part an escape', '[a]\u0000(command:b)'],
  ['an image', '![a](https://evil.example/pixel)'],
  ['an icon', '$(verified) Verified by VS Code'],
  ['a turning icon', 'Model $(sync~spin)'],
  ['an icon in pieces', '$\u2060(verified)'],
  ['a right-to-left override', 'VOLVO \u202efdp.exe'],
  ['an isolate without an end', 'Model \u2067 3'],
  ['Arabic letter marks', '\u061c\u061cModel'],
  ['lines that push the rest away', `Done.${'\n'.repeat(80)}[Undo](command:x)`],
  ['a thousand blanks', `Model${' '.repeat(1000)}3`],
  ['a thousand blanks of other kinds', `Model${'\u3164\u2800\u00a0\u2003'.repeat(250)}3`],
  ['invisible joiners', `Model${'\u200d'.repeat(500)}3`],
  ['tags', `Model${'\u{e0041}'.repeat(200)}3`],
  ['piled marks', `Model${'\u0301'.repeat(200)}3`],
  ['an escape sequence', '\u001b[2J\u001b]8;;command:x\u0007Model\u001b]8;;\u0007'],
  ['half a character', 'Model \ud83d 3'],
  ['a million characters', 'x'.repeat(1_000_000)],
];

type Way = (text: string) => unknown;

/** Every way to what VS Code shows. */
const ways: Readonly<Record<string, Way>> = {
  information: (text) => window.showInformationMessage(text, 'Button'),
  warning: (text) => window.showWarningMessage(text),
  error: (text) => window.showErrorMessage(text),
  dialog: (text) => window.showWarningMessage(text, { modal: true, detail: text }, 'Button'),
  pick: (text) => window.showQuickPick([{ label: text, description: text, detail: text }], { title: text }),
  'pick to come': async (text) => {
    void window.showQuickPick(Promise.resolve([{ label: text }]), { placeHolder: text });
    handed.push(await handed.shift());
  },
  input: (text) => window.showInputBox({ title: text, prompt: text, placeHolder: text, validateInput: () => text }),
  'progress title': (text) => window.withProgress({ location: 15, title: text }, () => Promise.resolve()),
  progress: (text) =>
    window.withProgress({ location: 15 }, (progress) => {
      progress.report({ message: text });
      return Promise.resolve();
    }),
  'status bar message': (text) => window.note(text),
  'status bar item': (text) => {
    const item = window.createStatusBarItem('id', 1);
    item.tooltip = text;
    item.text = window.statusText('car', text).replace('$(car) ', '');
    item.accessibilityInformation = { label: text };
  },
  'own pick': (text) => {
    const pick = window.createQuickPick();
    pick.title = text;
    pick.placeholder = text;
    pick.items = [{ label: text, description: text, detail: text }];
  },
  'own input': (text) => {
    const input = window.createInputBox();
    input.title = text;
    input.prompt = text;
    input.placeholder = text;
    input.validationMessage = text;
    input.validationMessage = { message: text, severity: 3 };
  },
  view: (text) => {
    const view = literalView(noted() as vscode.TreeView<unknown>);
    view.title = text;
    view.description = text;
    view.message = text;
  },
  tree: async (text) => {
    const item = () => ({ label: text, description: text, accessibilityInformation: { label: text } });
    const lines = literalLines<{ readonly id: string }>({
      getChildren: () => [],
      getTreeItem: item,
      resolveTreeItem: (known) => Object.assign(known, { tooltip: text }),
    });
    const shown = lines.getTreeItem({ id: '' });
    handed.push(shown, await lines.resolveTreeItem?.({ ...shown }, { id: '' }, {} as vscode.CancellationToken));
  },
  tab: (text) => window.createWebviewPanel('type', text, 1),
};

describe('texts of others', () => {
  for (const [what, text] of attacks) {
    for (const [way, show] of Object.entries(ways)) {
      it(`are texts where they hold ${what} (${way})`, async () => {
        handed.length = 0;
        await show(text);
        const texts = textsIn(handed);
        assert.notEqual(texts.length, 0);
        for (const each of texts) assert.deepEqual(harmsOf(each), [], JSON.stringify(each.slice(0, 100)));
      });
    }
    it(`are texts where they hold ${what} (tooltip)`, () => {
      const { value } = window.tooltip([text, text]);
      // What Markdown or VS Code would read is escaped, and lines are ours.
      assert.doesNotMatch(value.replace(/^\*\*|\*\*(?=\n\n)/g, ''), /(?<!\\)[[\]()$<&*_`!]/);
      assert.equal(value.split('\n').length, 3);
      // Escaped, brackets are no syntax.
      for (const line of value.split('\n')) {
        assert.deepEqual(harmsOf(line.replaceAll(/ {2}$|\\.|\*\*/gu, '')), []);
      }
    });
  }

  it('leave what is typed, and links of ours', async () => {
    handed.length = 0;
    const input = window.createInputBox();
    input.value = ' [a](command:b)\u200b ';
    const linked = 'Continue, or [copy the link](command:vehicleData.copySignInLink).';
    await window.withProgress({ location: 15 }, (progress) => {
      progress.report({ linked });
      return Promise.resolve();
    });
    assert.deepEqual(handed, [{ value: ' [a](command:b)\u200b ' }, { location: 15 }, { message: linked }]);
  });

  it('stay as they are where they do no harm', async () => {
    for (const text of ['Škoda Enyaq (2023)', '速 👩‍🔧', 'costs $5 (net) [1] a](b', 'C:\\x {y} <z> & *']) {
      handed.length = 0;
      await window.showErrorMessage(text);
      assert.deepEqual(textsIn(handed), [text.replace('](', '] (')]);
    }
  });
});

describe('an input box', () => {
  it('says what is wrong with what was typed, and nothing of an empty text before', async () => {
    handed.length = 0;
    await window.showInputBox({ validateInput: () => 'Wrong' });
    assert.deepEqual(handed, [{}, undefined, 'Wrong']);
  });
});

describe('a name from right to left', () => {
  for (const [text, shown] of [
    ['רכב שלי (2023), 80 kWh', '<רכב שלי> (2023), 80 kWh'],
    ['می‌خواهم 3, سيارة', '<می‌خواهم> 3, <سيارة>'],
    ['Sign out of רכב?', 'Sign out of <רכב>?'],
  ] as const) {
    const isolated = shown.replaceAll('<', '\u2068').replaceAll('>', '\u2069');
    it(`leaves what is beside it in its place: ${text}`, async () => {
      handed.length = 0;
      await window.showErrorMessage(text);
      assert.deepEqual(textsIn(handed), [isolated]);
      assert.ok(window.tooltip([text]).value.replaceAll('\\', '').includes(isolated));
    });
  }
});

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** What VS Code or an eye would be misled by. */
function harmsOf(text: string): string[] {
  const harms: Readonly<Record<string, RegExp>> = {
    link: /\]\(/,
    icon: /\$\(/,
    control: /\p{Cc}|\p{Zl}|\p{Zp}/u,
    mark: /(?![\u200c\u200d])\p{Cf}/u,
    blanks: /[\s\u3164\u2800\u115f\u1160\uffa0]{2}|[\u200c\u200d]{2}/u,
    pile: /\p{M}{5}/u,
    half: /\p{Cs}/u,
    length: /^.{1001}/su,
  };
  return Object.entries(harms).flatMap(([harm, pattern]) => (pattern.test(text) ? [harm] : []));
}
