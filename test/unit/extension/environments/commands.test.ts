import assert from 'node:assert/strict';
import * as fake from '../auth/fake-vscode.ts';

describe('Set Client Secret', () => {
  beforeEach(() => fake.forgetAll());

  for (const [typed, expected] of [
    ['word ', true],
    ['', undefined],
    [undefined, undefined],
  ] as const) {
    it(`answers ${expected} where ${JSON.stringify(typed)} is typed, so that a failed sign-in goes on or not`, async () => {
      const { environmentCommands } = await import('../../../../src/extension/environments/commands.ts');
      const set: unknown[] = [];
      const given = [
        { names: () => ['own'], current: () => 'own' },
        { entries: () => ({ own: { authUrl: 'https://auth.test' } }) },
        { set: (...secret: unknown[]) => Promise.resolve(void set.push(secret)) },
      ] as unknown as Parameters<typeof environmentCommands>;
      const commands = environmentCommands(...given);
      if (typed !== undefined) fake.typed.push(typed);
      assert.equal(await commands['vehicleData.setClientSecret']({ environment: 'own' }), expected);
      assert.deepEqual(set, expected ? [['own', 'word', 'https://auth.test']] : []);
    });
  }
});
