import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import type { Workbench } from '../host/workbench.ts';
import { insist } from '../tools/lib/patience.ts';
import { titleOf } from './commands.ts';
import { ConsentPage } from './consent-page.ts';
import type { VehicleFacts } from './truth.ts';

/** A vehicle as the lines of the tree say it. */
export interface VehicleOnScreen extends Omit<VehicleFacts, 'records'> {
  /** The line of the vehicle itself: `BMW i4 (2023)`. */
  readonly name: string;
  /** The whole line of the capacity. */
  readonly capacityText: string;
}

/** The view "Vehicles", by clicks. */
export class Explorer {
  readonly #workbench: Workbench;

  constructor(workbench: Workbench) {
    this.#workbench = workbench;
  }

  async open(): Promise<void> {
    await this.#workbench.openViewContainer('Vehicle Data');
  }

  /** The button of the view that connects while nobody is. */
  get connectButton(): Locator {
    return this.#workbench.page.locator('.sidebar .welcome-view').getByRole('button', { name: /^Connect/ });
  }

  /** All buttons of the text that it stands in. */
  get waysToBegin(): Locator {
    const { page } = this.#workbench;
    const connect = page.getByRole('button', { name: /^Connect/ });
    return page.locator('.sidebar .welcome-view').filter({ has: connect }).getByRole('button');
  }

  /** The lines of the tree that stand for vehicles: those that unfold, but for what unfolds below them. */
  get vehicleLines(): Locator {
    return this.#tree.locator('[role=treeitem][aria-expanded]:not([aria-label^="Permissions"])');
  }

  /** The lines of the tree whose text, as a screen reader says it, matches. */
  line(text: RegExp): Locator {
    return this.#tree.getByRole('treeitem', { name: text });
  }

  /** Unfolds a line, or folds it, by the twistie. */
  async toggle(line: Locator): Promise<void> {
    await line.locator('.monaco-tl-twistie').click();
  }

  /** Presses one of the buttons that a line shows under the pointer. */
  async press(line: Locator, button: RegExp): Promise<void> {
    await this.#quiet();
    await this.#workbench.pressIn(line, button);
  }

  /** Refreshes until a line is there: what is pressed while a refresh is under way may be only that one. */
  async refreshTo(line: Locator): Promise<void> {
    await insist(async (timeout) => {
      await this.#workbench.pressInTitle('Vehicles', titleOf('refresh'));
      await line.first().waitFor({ timeout });
    });
  }

  /** Presses a line that goes when it is pressed. One that VS Code draws anew meanwhile may take no press. */
  async pressAway(line: Locator): Promise<void> {
    await insist(async (timeout) => {
      if (await line.isVisible()) await this.#workbench.click(line, timeout);
      await line.waitFor({ state: 'detached', timeout });
    });
  }

  /** Chooses from the context menu of a line. */
  async choose(line: Locator, item: string): Promise<void> {
    await line.waitFor();
    await this.#quiet();
    await this.#workbench.chooseFromMenu(line, item);
  }

  /** Presses Connect, or another way to connect, and gives the page that the owner sees. */
  async pressConnect(button = this.connectButton): Promise<ConsentPage> {
    const opened = this.#workbench.page.context().waitForEvent('page');
    const [page] = await Promise.all([opened, button.click()]);
    return this.consent(page);
  }

  /** The owner's page, once the browser has opened it. */
  consent(page: Page): ConsentPage {
    return new ConsentPage(page, this.#workbench);
  }

  /** Waits until vehicles are listed and none is being loaded any more. */
  async settled(): Promise<void> {
    await this.vehicleLines.first().waitFor();
    await this.#quiet();
  }

  /** A line that VS Code draws anew between a press and the command is gone for the command, which then asks which one. */
  async #quiet(): Promise<void> {
    await this.#loading.first().waitFor({ state: 'detached' });
  }

  /** Connects the owner that the page offers first, and waits until all is read. */
  async connect(): Promise<void> {
    await this.open();
    await (await this.pressConnect()).allow();
    await this.settled();
  }

  /** Waits until the keyboard's focus is in the tree. */
  async hasFocus(): Promise<void> {
    await this.#workbench.page.locator('.sidebar .monaco-list:focus-within').waitFor();
  }

  /** Unfolds each vehicle, reads its lines and folds it again. */
  async readVehicles(): Promise<VehicleOnScreen[]> {
    await this.settled();
    const names = await this.vehicleLines.locator('.label-name').allTextContents();
    const vehicles: VehicleOnScreen[] = [];
    for (const name of names) vehicles.push(await this.#readVehicle(name));
    return vehicles;
  }

  /** Asks the owner for the capacity by the menu of its line, and gives the page that the owner sees. */
  async askOwner(line: Locator): Promise<Page> {
    const { page, quickInput } = this.#workbench;
    let opened: Page | undefined;
    // A line that is drawn anew between the menu and the command is gone for the command, which then asks which vehicle.
    await insist(async (timeout) => {
      if (await quickInput.isVisible()) await page.keyboard.press('Escape');
      [opened] = await Promise.all([
        page.context().waitForEvent('page', { timeout }),
        this.choose(line, titleOf('chooseCapacity')),
      ]);
    });
    return opened ?? assert.fail('no page');
  }

  /** The same for an owner who chooses the first capacity. Resolves to that, once the owner is back. */
  async haveChosen(line: Locator): Promise<string> {
    const page = await this.askOwner(line);
    const choice = page.getByRole('radio').first();
    const capacity = await choice.inputValue();
    await choice.check();
    await page.getByRole('button', { name: 'Use this capacity' }).click();
    await page.waitForURL(/vehicle_id=/);
    assert.equal(await this.back(page), 'Battery capacity chosen');
    return capacity;
  }

  /** The heading of the page that the owner ends on, and back to VS Code. */
  async back(page: Page): Promise<string> {
    const heading = await page.getByRole('heading').first().innerText();
    await page.close();
    await this.#workbench.page.bringToFront();
    return heading;
  }

  /** Clicks a vehicle's name. Resolves to the moment of the click (`performance.now()`). */
  async clickChargeRecords(name: string): Promise<number> {
    const label = this.#vehicle(name).locator('.label-name');
    await this.#workbench.pointAt(label);
    const clickedAt = performance.now();
    await label.click();
    return clickedAt;
  }

  get #tree(): Locator {
    return this.#workbench.tree('Vehicles');
  }

  get #loading(): Locator {
    return this.#tree.locator('[role=treeitem][aria-label*="loading"]');
  }

  #field(label: string): Locator {
    return this.#tree.locator('[role=treeitem]:not([aria-expanded])').filter({
      has: this.#workbench.page.locator('.label-name').getByText(label, { exact: true }),
    });
  }

  async #readVehicle(name: string): Promise<VehicleOnScreen> {
    const line = await this.#unfold(name);
    const value = async (label: string) => {
      const spoken = (await this.#field(label).getAttribute('aria-label')) ?? '';
      return spoken.slice(`${label}, `.length);
    };
    const [, make = '', model = '', year] = /^(\S+) (.*) \((\d+)\)$/.exec(await value('Model')) ?? [];
    const vehicle = {
      name,
      id: await value('Vehicle ID'),
      // Shown as people write it; the service writes capitals.
      ...{ make: make.toUpperCase(), model, year: Number(year) },
      ...readCapacity(await value('Battery')),
    };
    await this.#toggleSection(line);
    return vehicle;
  }

  async #unfold(name: string): Promise<Locator> {
    const line = this.#vehicle(name);
    if ((await line.getAttribute('aria-expanded')) === 'false') await this.toggle(line);
    await this.#field('Vehicle ID').waitFor();
    return line;
  }

  #vehicle(name: string): Locator {
    const text = this.#workbench.page.locator('.label-name').getByText(name, { exact: true });
    return this.vehicleLines.filter({ has: text });
  }

  async #toggleSection(line: Locator): Promise<void> {
    await this.toggle(line);
    await this.#field('Vehicle ID').waitFor({ state: 'detached' });
  }
}

/** What the line of the capacity says, in the terms of the document. */
export function readCapacity(text: string): Pick<VehicleOnScreen, 'capacity' | 'source' | 'capacityText'> {
  const [, nominal, by] = /^([\d.]+) kWh(?: ·|,) (determined by the API|chosen by the owner)/.exec(text) ?? [];
  if (!nominal) return { capacity: null, source: null, capacityText: text };
  const source = by === 'chosen by the owner' ? 'USER_SELECTED' : 'SMARTCAR';
  return { capacity: Number(nominal), source, capacityText: text };
}
