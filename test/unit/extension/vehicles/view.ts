import '../auth/fake-vscode.ts';
import type * as fake from '../auth/fake-vscode.ts';
import { Emitter } from '../../../../src/common/event.ts';
import type { TreeNode } from '../../../../src/extension/vehicles/explorer/tree-nodes.ts';
import type { World } from './fixture.ts';

const { VehiclesView } = await import('../../../../src/extension/vehicles/explorer/vehicles-view.ts');

/** Resolves once nothing more is about to happen by itself. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 12; turn += 1) await new Promise((resume) => setImmediate(resume));
}

const clockTime = /(?:\w{3} \d{1,2}, \d{4}, )?\d{1,2}:\d\d\s[AP]M/g;

/** The Vehicles view of a world, in a VS Code whose seconds are counted by hand. */
export class ShownView {
  readonly #world: World;
  readonly #visibility = new Emitter<void>();
  readonly #view = { visible: true, description: '', onDidChangeVisibility: this.#visibility.event, reveal: () => [] };
  readonly changed = new Emitter<unknown>();
  readonly view: InstanceType<typeof VehiclesView>;
  readonly #ticks = new Map<object, () => void>();
  readonly #timers = { setInterval, clearInterval };

  constructor(world: World) {
    this.#world = world;
    Object.assign(globalThis, {
      setInterval: (tick: () => void) => {
        const timer = {};
        this.#ticks.set(timer, tick);
        return timer;
      },
      clearInterval: (timer: object) => this.#ticks.delete(timer),
    });
    const environments = { current: () => world.environment };
    const given = [world.directory, environments, { view: this.#view, changed: this.changed }, 'extension'] as unknown;
    this.view = new VehiclesView(...(given as ConstructorParameters<typeof VehiclesView>));
  }

  get ticks(): number {
    return this.#ticks.size;
  }

  async seconds(count: number): Promise<void> {
    for (let second = 0; second < count; second += 1) {
      this.#world.now += 1000;
      for (const tick of this.#ticks.values()) tick();
      await settled();
    }
  }

  async show(visible: boolean): Promise<void> {
    this.#view.visible = visible;
    this.#visibility.fire();
    await settled();
  }

  async children(node?: TreeNode): Promise<readonly TreeNode[]> {
    return (await this.view.lines.getChildren(node)) ?? [];
  }

  /** Everything that it shows, as text: times depend on the machine's zone, so each is the same one. */
  async text(depth = 4, nodes?: readonly TreeNode[], indent = ''): Promise<string> {
    const lines: string[] = [];
    for (const node of nodes ?? (await this.children())) {
      const item = (await this.view.lines.getTreeItem(node)) as unknown as fake.TreeItem & {
        readonly description: string;
        readonly iconPath?: fake.ThemeIcon | { readonly light: string };
        readonly contextValue: string;
        readonly command?: { readonly command: string };
        readonly accessibilityInformation: { readonly label: string };
        readonly tooltip?: { readonly value: string };
      };
      const { label, description, iconPath, command } = item;
      const icon = iconPath === undefined ? '' : 'light' in iconPath ? 'car' : iconPath.id;
      const color = iconPath && 'color' in iconPath ? iconPath.color?.id : undefined;
      const shown = [label, description].filter((part) => part !== '').join(' | ');
      const said = item.accessibilityInformation.label;
      // To point at a line makes its tooltip, and at these two it also asks the service.
      if (node.kind !== 'vehicle' && node.kind !== 'more')
        await this.view.lines.resolveTreeItem?.(item as never, node, undefined as never);
      const made = item.tooltip?.value.split(/\s*\n+/).map((each) => each.replaceAll('\\', ''));
      const [, ...tooltip] = made ?? node.line().tooltip;
      lines.push(
        [
          `${indent}${'-+v'[item.collapsibleState]} (${icon}${color ? ` ${color}` : ''}) ${shown}`,
          `[${item.contextValue}]`,
          ...(command ? [`> ${command.command.replace('vehicleData.', '')}`] : []),
        ].join(' '),
        ...(said === shown.replace(' | ', ', ') ? [] : [`${indent}    says: ${said}`]),
        ...tooltip.filter((each) => each !== '').map((each) => `${indent}    ${each}`),
      );
      if (depth > 1) lines.push(await this.text(depth - 1, await this.children(node), `${indent}  `));
    }
    return lines
      .filter((line) => line !== '')
      .join('\n')
      .replaceAll(clockTime, '12:04');
  }

  dispose(): void {
    this.view.dispose();
    Object.assign(globalThis, this.#timers);
  }
}
