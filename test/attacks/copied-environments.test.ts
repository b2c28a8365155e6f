// "Copy Sandbox Environment for My App": the lines alone are enough for every library of the service that reads its
// addresses from the environment. The one in this registry runs as it is published; what the others send is played as
// their source says it (python-sdk 6.17.0, java-sdk 4.8.1, ruby-sdk 3.9.5).
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { parseEnv, promisify } from 'node:util';
import { environmentVariables } from '../../src/sandbox/control/environment-variables.ts';
import { SandboxClient } from '../unit/sandbox/client.ts';

type Environment = Readonly<Partial<Record<string, string>>>;

/** How a library reads its environment. */
interface Library {
  /** Variables without which it does not start. */
  readonly needs: readonly string[];
  readonly connect: (env: Environment) => string;
  readonly token: (env: Environment) => string;
  readonly credentials: 'basic' | 'body';
  readonly api: (env: Environment) => string;
}

const service = 'https://service.invalid';
const needs = ['SMARTCAR_CLIENT_ID', 'SMARTCAR_CLIENT_SECRET'];
const at = (name: string) => (env: Environment) => env[name] ?? service;
const authorize = (name: string) => (env: Environment) => `${at(name)(env)}/oauth/authorize`;
const withTokenPath = (env: Environment) => `${at('SMARTCAR_AUTH_ORIGIN')(env)}/oauth/token`;
const api = at('SMARTCAR_API_ORIGIN');

const libraries: Readonly<Record<string, Library>> = {
  Python: {
    needs: [...needs, 'SMARTCAR_REDIRECT_URI'],
    connect: authorize('SMARTCAR_CONNECT_ORIGIN'),
    // The default is the whole address, so the origin takes its place as one.
    token: at('SMARTCAR_AUTH_ORIGIN'),
    credentials: 'basic',
    api,
  },
  Java: { needs, connect: authorize('SMARTCAR_CONNECT_ORIGIN'), token: withTokenPath, credentials: 'basic', api },
  Ruby: { needs, connect: authorize('SMARTCAR_CONNECT_ORIGIN'), token: withTokenPath, credentials: 'body', api },
  Node: { needs, connect: authorize('SMARTCAR_API_ORIGIN'), token: withTokenPath, credentials: 'basic', api },
};

/** What an application does with the Node library. */
const application = `
  const assert = require('node:assert/strict');
  const smartcar = require('smartcar');
  (async () => {
    const auth = new smartcar.AuthClient({ redirectUri: process.env.SMARTCAR_REDIRECT_URI });
    const answer = await fetch(auth.getAuthUrl(['read_vehicle_info']), { redirect: 'manual' });
    const returned = new URL(answer.headers.get('Location'));
    assert.equal(returned.origin + returned.pathname, process.env.SMARTCAR_REDIRECT_URI);
    const access = await auth.exchangeCode(returned.searchParams.get('code'));
    const { accessToken } = await auth.exchangeRefreshToken(access.refreshToken);
    const { vehicles } = await smartcar.getVehicles(accessToken);
    console.log((await new smartcar.Vehicle(vehicles[0], accessToken).attributes()).make);
  })();
`;

describe('a copied environment', () => {
  let client: SandboxClient;
  let lines: string;
  let env: Environment;
  before(async () => {
    client = await SandboxClient.start();
    lines = environmentVariables(client.addresses);
    env = parseEnv(lines);
  });
  after(() => client.close());

  it('is enough for the Node library', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, ['-e', application], {
      cwd: import.meta.dirname,
      env: env,
    });
    assert.equal(stdout.trim(), 'BMW');
  });

  for (const [language, library] of Object.entries(libraries)) {
    it(`is enough for what the ${language} library sends`, async () => {
      for (const name of library.needs) assert.ok(env[name], name);
      const { SMARTCAR_CLIENT_ID: client_id = '', SMARTCAR_CLIENT_SECRET: client_secret = '' } = env;
      const redirect_uri = env.SMARTCAR_REDIRECT_URI ?? 'http://localhost:9/of-the-application';
      const query = new URLSearchParams({ response_type: 'code', client_id, redirect_uri, scope: 'read_battery' });
      const answer = await fetch(`${library.connect(env)}?${query.toString()}`, { redirect: 'manual' });
      const location = answer.headers.get('Location') ?? '';
      assert.ok(location.startsWith(`${redirect_uri}?`), location);
      const tokens = async (form: Record<string, string>) => {
        const isBasic = library.credentials === 'basic';
        const pair = await fetch(library.token(env), {
          method: 'POST',
          ...(isBasic && { headers: { Authorization: `Basic ${btoa(`${client_id}:${client_secret}`)}` } }),
          body: new URLSearchParams(isBasic ? form : { client_id, client_secret, ...form }),
        });
        assert.equal(pair.status, 200);
        return (await pair.json()) as { access_token: string; refresh_token: string };
      };
      const code = new URL(location).searchParams.get('code') ?? '';
      const { refresh_token } = await tokens({ grant_type: 'authorization_code', code, redirect_uri });
      const { access_token } = await tokens({ grant_type: 'refresh_token', refresh_token });
      for (const path of ['/v2.0/user', '/v2.0/vehicles', '/v2.0/vehicles/']) {
        const data = await fetch(library.api(env) + path, { headers: { Authorization: `Bearer ${access_token}` } });
        assert.equal(data.status, 200, path);
      }
    });
  }

  it('names each variable once, and holds nothing that a shell or a file of variables would read otherwise', () => {
    const names = lines
      .trim()
      .split('\n')
      .map((line) => line.split('=')[0]);
    assert.deepEqual(names, [...new Set(names)]);
    assert.match(lines, /^(?:[A-Z\d_]+=[\w:/.-]+\n)+$/);
  });

  it('has the first redirect URI that a scenario registers, on the control page', async () => {
    const registered = ['http://localhost:3000/callback', 'https://example.test/'];
    const other = await SandboxClient.start({ scenario: { application: { redirectUris: registered } } });
    try {
      const page = await fetch(other.addresses.controlUrl, { headers: { Accept: 'text/html' } });
      assert.ok((await page.text()).includes(`SMARTCAR_REDIRECT_URI=${registered[0]}\n`));
    } finally {
      await other.close();
    }
  });
});
