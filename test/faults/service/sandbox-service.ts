import { join } from 'node:path';
import { cache, root } from '../../tools/lib/paths.ts';
import type { SandboxAddresses } from '../../tools/lib/sandbox.ts';
import { Service } from '../../tools/lib/service.ts';
import { basic, type IssuedPair, type TokenService } from './token-service.ts';

const redirectUri = 'http://localhost:9/callback';

/**
 * The project's sandbox in a process of its own, whose clock runs `speed` times as fast as ours: its minute of grace
 * takes 60 / `speed` seconds.
 */
export async function startSandboxService(speed: number): Promise<TokenService> {
  const service = new Service(process.execPath, [join(root, 'src/sandbox/main.ts'), '--auto-approve'], {
    log: join(cache, 'faults', 'sandbox.log'),
  });
  const [line] = await service.says(/^\{.*\}$/m);
  const { authUrl, baseUrl, connectUrl, controlUrl, clientId, clientSecret } = JSON.parse(line) as SandboxAddresses;
  await fetch(`${controlUrl}/clock`, { method: 'POST', body: JSON.stringify({ speed }) }).then(expectSuccess);

  const tokenUrl = `${authUrl}/oauth/token`;
  const connect = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    scope: 'read_vehicle_info read_battery read_charge_records',
  });

  return {
    name: 'sandbox',
    tokenUrl,
    clientId,
    clientSecret,
    async newPair(): Promise<IssuedPair> {
      const sent = await fetch(`${connectUrl}?${connect.toString()}`, { redirect: 'manual' });
      const code = new URL(sent.headers.get('location') ?? '').searchParams.get('code') ?? '';
      const answer = await fetch(tokenUrl, {
        method: 'POST',
        headers: { authorization: basic({ clientId, clientSecret }) },
        body: new URLSearchParams({ grant_type: 'authorization_code', code, redirect_uri: redirectUri }),
      }).then(expectSuccess);
      const body = (await answer.json()) as { access_token: string; refresh_token: string };
      return { accessToken: body.access_token, refreshToken: body.refresh_token };
    },
    async accepts(accessToken) {
      const answer = await fetch(`${baseUrl}/v2.0/user`, { headers: { authorization: `Bearer ${accessToken}` } });
      await answer.arrayBuffer();
      return answer.ok;
    },
    stop: () => service.stop(),
  };
}

function expectSuccess(answer: Response): Response {
  if (!answer.ok) throw new Error(`The sandbox answered ${answer.status} to ${new URL(answer.url).pathname}`);
  return answer;
}
