import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Post, type PostAnswer, Poster } from '../../../../src/service/http/post.ts';

type Answer = (request: IncomingMessage, response: ServerResponse, body: Buffer) => void;

async function receiver(answer: Answer, use: (url: URL) => Promise<void>): Promise<void> {
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => answer(request, response, Buffer.concat(parts)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    await use(new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?a=1`));
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

const never = new AbortController().signal;
const send = (url: URL, more: Partial<Post> = {}): Promise<PostAnswer> =>
  new Poster({}).post({ url, body: Buffer.from('{}'), headers: {}, signal: never, mostBytes: 100, ...more });
const text = ({ body }: PostAnswer) => Buffer.from(body).toString();

describe('post of an event', () => {
  it('sends exact bytes and headers as they are written, and gives the answer', async () => {
    const seen: unknown[] = [];
    const answer: Answer = ({ method, url, rawHeaders }, response, body) => {
      seen.push(method, url, rawHeaders.includes('SC-Signature'), body);
      response.writeHead(202, { 'Content-Type': 'text/plain' }).end('thanks');
    };
    await receiver(answer, async (url) => {
      const body = Buffer.from([0xff, 0x7b]);
      const received = await send(url, { body, headers: { 'SC-Signature': 'x' } });
      assert.deepEqual(seen, ['POST', '/hook?a=1', true, body]);
      assert.deepEqual([received.status, text(received), received.cut], [202, 'thanks', undefined]);
      assert.equal(received.headers['content-type'], 'text/plain');
      assert.ok(received.headMs >= 0 && received.endMs >= received.headMs);
    });
  });

  it('follows no redirect', async () => {
    await receiver(
      (_, response) => response.writeHead(307, { Location: '/other' }).end(),
      async (url) => assert.equal((await send(url)).status, 307),
    );
  });

  it('keeps so much of an answer, and takes no more', async () => {
    await receiver(
      (_, response) => {
        const fill = () => {
          while (response.write('x'.repeat(1000)));
        };
        response.writeHead(200).on('drain', fill);
        fill();
      },
      async (url) => {
        const received = await send(url);
        assert.deepEqual([received.status, received.body.length, received.cut], [200, 100, 'too long']);
      },
    );
    await receiver(
      (_, response) => response.end('x'.repeat(100)),
      async (url) => assert.equal((await send(url)).cut, undefined),
    );
  });

  it('waits no longer than it is told to, for the head and for the rest', async () => {
    let asked = new AbortController();
    await receiver(
      () => asked.abort(),
      async (url) => {
        await assert.rejects(send(url, { signal: asked.signal }), { name: 'PostFailure', code: 'ABORTED' });
      },
    );
    asked = new AbortController();
    const onHead = () => setImmediate(() => asked.abort());
    subscribe('undici:request:headers', onHead);
    await receiver(
      (_, response) => void response.writeHead(200).write('half'),
      async (url) => assert.equal((await send(url, { signal: asked.signal })).cut, 'aborted'),
    );
    unsubscribe('undici:request:headers', onHead);
  });
});
