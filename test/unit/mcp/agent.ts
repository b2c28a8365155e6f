import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

export const main = join(import.meta.dirname, '../../../src/mcp/main.ts');

/** An agent's connection to a server of its own, as the SDK makes it, with a sandbox that no other test shares. */
export class Agent {
  readonly folder = mkdtempSync(join(tmpdir(), 'agent-'));
  readonly #clients: Client[] = [];

  /** @param environment variables for the server */
  async connect(environment: Record<string, string> = {}): Promise<Client> {
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [main, '--sandbox-folder', this.folder],
        env: { ...(process.env as Record<string, string>), ...environment },
        stderr: 'inherit',
      }),
    );
    this.#clients.push(client);
    return client;
  }

  async close(): Promise<void> {
    await Promise.all(this.#clients.splice(0).map((client) => client.close()));
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** To be called in a `describe`: an agent that is connected while its tests run, and how it calls tools. */
export function connectedAgent() {
  const agent = new Agent();
  let client: Client;
  before(async () => {
    client = await agent.connect();
  });
  after(() => agent.close());
  const ask = (name: string, args: object = {}) => client.callTool({ name, arguments: { ...args } });
  return {
    /** Not before the first test. */
    client: () => client,
    ask,
    call: async (name: string, args?: object) => answerOf(await ask(name, args)),
    refusal: async (name: string, args?: object) => failureOf(await ask(name, args)),
  };
}

/** What a tool answered, as its schema has it. */
export function answerOf(result: Awaited<ReturnType<Client['callTool']>>): Record<string, unknown> {
  assert.ok(!result.isError, JSON.stringify(result.content));
  return result.structuredContent as Record<string, unknown>;
}

/** What a tool said that failed. */
export function failureOf(result: Awaited<ReturnType<Client['callTool']>>): string {
  const [first] = result.content;
  assert.ok(result.isError && first?.type === 'text', JSON.stringify(result));
  return first.text;
}
