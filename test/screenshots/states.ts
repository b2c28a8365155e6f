import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { Scenario } from '../../src/sandbox/scenario.ts';
import { titleOf } from '../ui/commands.ts';
import type { ConsentPage } from '../ui/consent-page.ts';
import { OwnReceiver } from '../ui/own-receiver.ts';
import type { Scene } from './scene.ts';

export interface State {
  /** As its pictures are called. */
  readonly name: string;
  /** What it is called among the pictures that the README leads to. */
  readonly inReadme?: string;
  /** Brings a scene from the state before it to this one. Resolves to the page to look at, if not the window itself. */
  readonly show: (scene: Scene) => Promise<Page | undefined>;
}

/** States of one window, one after the other. */
interface Chapter {
  /** What the sandbox holds; the everyday world, where none is given. */
  readonly scenario?: Scenario;
  readonly states: readonly State[];
  /** Ends what a state began. */
  readonly end?: () => void;
}

let consent: ConsentPage | undefined;

const connected: State = {
  name: 'tree',
  show: async (scene) => {
    const { explorer } = scene;
    await explorer.connect();
    await explorer.toggle(explorer.vehicleLines.first());
    await explorer.line(/^Vehicle ID/).waitFor();
    await clear(scene);
    return undefined;
  },
};

const first: Chapter = {
  states: [
    {
      name: 'welcome',
      show: async ({ explorer }) => {
        await explorer.open();
        await explorer.connectButton.waitFor();
        return undefined;
      },
    },
    {
      name: 'consent',
      show: async ({ explorer }) => {
        consent = await explorer.pressConnect();
        return consent.page;
      },
    },
    {
      name: 'tree',
      show: async ({ explorer }) => {
        await consent?.allow();
        await explorer.settled();
        return undefined;
      },
    },
    { name: 'viewer-few', inReadme: 'records', show: openFirst },
    { name: 'viewer-error', show: failWhileRecordsAreThere },
    { name: 'compare', show: compare },
    { name: 'requests', show: showRequests },
    { name: 'sandbox', show: showSandbox },
    {
      name: 'tree-failed',
      show: async ({ served, explorer }) => {
        await served.fault({ operation: 'any', status: 500, body: 'out of order' });
        await explorer.refreshTo(explorer.line(/, Try Again/));
        return undefined;
      },
    },
  ],
};

/** A lot. */
const ofCount = (name: string, recordsPerVehicle: number): Chapter => ({
  scenario: { recordsPerVehicle },
  states: [connected, { name, show: openRecords }],
});

/** Version 3, beside 2.0 and alone. */
const versions: Chapter = {
  states: [
    { name: 'version-3-empty', show: connectWithEmptyStore },
    { name: 'version-3-tree', show: subscribe },
    {
      name: 'version-3-compared',
      inReadme: 'comparison',
      show: async ({ workbench, explorer }) => {
        await explorer.choose(explorer.vehicleLines.first(), titleOf('compareVersions'));
        await workbench.webviewOpened();
        await workbench.webview.locator('.compared .comparison .verdict').waitFor();
        await workbench.webview.locator('.compared #only-differences:visible').waitFor();
        await workbench.webview.locator('.comparison summary').first().click();
        await workbench.page.mouse.move(1000, 5);
        return undefined;
      },
    },
  ],
};

/** A client of version 2.0, as its developers have it. */
const client = `import requests

API = "https://api.smartcar.com/v2.0"
TOKEN = "https://auth.smartcar.com/oauth/token"


def state_of_charge(vehicle_id: str, access_token: str) -> float:
    headers = {"Authorization": f"Bearer {access_token}"}
    battery = requests.get(f"{API}/vehicles/{vehicle_id}/battery", headers=headers).json()
    return battery["percentRemaining"] * 100


def refreshed(refresh_token: str) -> dict:
    form = {"grant_type": "refresh_token", "refresh_token": refresh_token}
    return requests.post(TOKEN, data=form, auth=(CLIENT_ID, CLIENT_SECRET)).json()
`;

/** The check of a workspace, and what it found. */
const migration: Chapter = {
  states: [
    connected,
    {
      name: 'migration',
      inReadme: 'migration',
      show: async (scene) => {
        const { workbench, served } = scene;
        await writeFile(join(served.folder, 'client.py'), client);
        await workbench.quickOpen('client.py');
        await scene.run('checkWorkspace');
        await workbench.notified(/have to change for version 3/);
        await workbench.page
          .locator('.markers-panel')
          .getByText(/^https:\/\/auth/)
          .first()
          .waitFor();
        return undefined;
      },
    },
  ],
};

/** Webhooks: deliveries, one of them, and the check of a receiver that makes a mistake. */
let receiver: OwnReceiver | undefined;
const webhookLine = ({ workbench }: Scene, name: RegExp) => workbench.tree('Webhooks').getByRole('treeitem', { name });
const webhooks: Chapter = {
  end: () => receiver?.stop(),
  states: [
    connected,
    {
      name: 'webhooks',
      show: async (scene) => {
        receiver = await OwnReceiver.of(scene.served.sandbox.controlUrl);
        const url = await receiver.start();
        const hook = { method: 'POST', body: JSON.stringify({ callbackUri: url, name: 'My App' }) };
        await fetch(`${scene.served.sandbox.controlUrl}/webhooks`, hook);
        // Nothing listens there.
        const none = {
          method: 'POST',
          body: JSON.stringify({ callbackUri: 'http://localhost:1/hook', name: 'Other App' }),
        };
        await fetch(`${scene.served.sandbox.controlUrl}/webhooks`, none);
        const header = (name: string) => scene.workbench.page.locator('.sidebar .pane-header', { hasText: name });
        await header('Webhooks').click();
        await header('Vehicles').click();
        await webhookLine(scene, /^VEHICLE_STATE, .*accepted$/)
          .first()
          .waitFor();
        return undefined;
      },
    },
    {
      name: 'webhooks-delivery',
      inReadme: 'webhooks',
      show: async (scene) => {
        await scene.workbench.clickLine(webhookLine(scene, /^VEHICLE_STATE, .*accepted$/).first());
        await scene.workbench.webview.locator('body', { hasText: 'SC-Signature' }).waitFor();
        return undefined;
      },
    },
  ],
};

export const chapters: readonly Chapter[] = [first, versions, migration, webhooks, ofCount('viewer-100000', 100_000)];

async function openRecords(scene: Scene): Promise<undefined> {
  const vehicle = await scene.vehicleWithRecords();
  await scene.explorer.clickChargeRecords(`${vehicle.make} ${vehicle.model} (${vehicle.year})`);
  await scene.workbench.webviewOpened();
  await scene.viewer.frame.locator('body[data-state=ready], body[data-state=empty]').waitFor();
}

/** The store of version 3 is empty. */
async function connectWithEmptyStore({ served, workbench, explorer, viewer }: Scene): Promise<undefined> {
  await served.endSubscriptions();
  await explorer.open();
  await (await explorer.pressConnect()).allow();
  await explorer.settled();
  await explorer.toggle(explorer.vehicleLines.first());
  await explorer.line(/^Battery, /).waitFor();
  await explorer.settled();
  await workbench.clickLine(explorer.vehicleLines.first());
  await workbench.webviewOpened();
  await viewer.frame.locator('body[data-state]').waitFor();
}

/** Version 3 has stored something of each vehicle. */
async function subscribe(scene: Scene): Promise<undefined> {
  const { served, workbench, explorer } = scene;
  await served.subscribe();
  await workbench.runCommand('View: Close All Editors');
  await explorer.refreshTo(explorer.line(/^Battery, [\d.]+ kWh/));
  await clear(scene);
}

async function openFirst(scene: Scene): Promise<undefined> {
  await openRecords(scene);
  await clear(scene);
}

/** Takes away what passes anyway: a tooltip, and the word that somebody is connected. */
async function clear({ workbench }: Scene): Promise<void> {
  await workbench.runCommand('Notifications: Clear All Notifications');
  await workbench.page.mouse.move(1000, 5);
}

async function compare(scene: Scene): Promise<undefined> {
  const { workbench, viewer, served } = scene;
  await served.stopFaults();
  await scene.run('compareChargeRecords');
  for (const { id } of await scene.vehiclesWithRecords()) {
    await workbench.quickInput.locator('.monaco-list-row', { hasText: id }).click();
  }
  await workbench.quickInput.getByRole('button', { name: 'OK' }).click();
  await workbench.webviewOpened();
  await viewer.readCount();
}

async function showRequests(scene: Scene): Promise<undefined> {
  const { workbench } = scene;
  await scene.run('showRequests');
  await workbench.page.locator('.sidebar .pane-header', { hasText: 'Vehicles' }).click();
  const line = workbench
    .tree('Requests')
    .getByRole('treeitem', { name: /GET \/connections, succeeded/ })
    .first();
  await line.click();
  await workbench.page.locator('.editor-instance .view-line').first().waitFor();
}

async function showSandbox({ workbench, sandboxView }: Scene): Promise<undefined> {
  await workbench.runCommand('View: Close All Editors');
  await workbench.page.locator('.sidebar .pane-header', { hasText: 'Requests' }).click();
  await workbench.page.locator('.sidebar .pane-header', { hasText: 'Vehicles' }).click();
  await sandboxView.unfold();
  await sandboxView.line(/./).first().waitFor();
}

async function failWhileRecordsAreThere({ served, viewer }: Scene): Promise<undefined> {
  await served.fault({ operation: 'any', status: 500, body: 'out of order' });
  await viewer.reload();
  await viewer.failure();
}
