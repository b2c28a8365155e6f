import assert from 'node:assert/strict';
import { ExternalSandbox } from '../../../src/sandbox-client/external-sandbox.ts';
import { startSandbox } from '../../../src/sandbox/server.ts';
import { ServiceError } from '../../../src/service/model/errors.ts';

describe('ExternalSandbox', () => {
  it('is used where it answers, and noticed when it is gone', async () => {
    const running = await startSandbox();
    const sandbox = new ExternalSandbox(running.addresses.controlUrl, fetch);
    const kinds: string[] = [];
    sandbox.onDidChange(() => kinds.push(sandbox.status.kind));
    assert.deepEqual(await sandbox.addresses(), running.addresses);
    await running.close();
    assert.equal(await sandbox.find(), undefined);
    assert.deepEqual(kinds, ['running', 'stopped']);
    await assert.rejects(sandbox.addresses(), (error) => {
      assert.ok(error instanceof ServiceError);
      const { port } = new URL(running.addresses.baseUrl);
      assert.match(
        error.message,
        new RegExp(`does not respond \\(tried 127\\.0\\.0\\.1:${port}, \\[::1\\]:${port}\\)`),
      );
      assert.match(error.nextStep, /Start it again/);
      return true;
    });
  });

  it('is not stopped from here', async () => {
    await assert.rejects(new ExternalSandbox('http://localhost:9/sandbox', fetch).stop(), /VEHICLE_DATA_SANDBOX_URL/);
  });
});
