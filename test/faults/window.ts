// A process that is one window of the fault plan: it reads its settings and then commands, one JSON line each, and
// answers each in turn. Log lines go to stderr.
import { createInterface } from 'node:readline';
import { ServiceError } from '../../src/service/model/errors.ts';
import { controlClient } from './window/control-client.ts';
import { coreClient } from './window/core-client.ts';
import type { WindowAnswer, WindowClient, WindowCommand, WindowSettings } from './window/messages.ts';
import { fingerprint } from './service/line.ts';

let client: WindowClient | undefined;

for await (const line of createInterface(process.stdin)) {
  if (client) {
    process.stdout.write(`${JSON.stringify(await answer(client, JSON.parse(line) as WindowCommand))}\n`);
  } else {
    const settings = JSON.parse(line) as WindowSettings;
    client = settings.mode === 'core' ? coreClient(settings) : controlClient(settings);
  }
}

async function answer(window: WindowClient, command: WindowCommand): Promise<WindowAnswer> {
  try {
    switch (command.do) {
      case 'token':
        return { token: fingerprint(await window.token(command.force ?? false, command.id)) };
      case 'sign-out':
        await window.signOut();
        return { done: true };
      case 'connect':
        await window.connect(command.tokens);
        return { done: true };
      case 'break-keyring':
        window.breakKeyring(command.fault);
        return { done: true };
      case 'list':
        return { sessions: await window.list() };
    }
  } catch (error) {
    if (error instanceof ServiceError) return { failed: error.message, why: error.turn };
    return { failed: String(error), why: 'bug' };
  }
}
