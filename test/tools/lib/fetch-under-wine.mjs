// Preloaded into a Windows Node under Wine, whose undici can't connect (UNKNOWN): `fetch` goes through node:http.
import http from 'node:http';
import { Readable } from 'node:stream';

const { Headers, Request, Response } = globalThis;
globalThis.fetch = async (input, init = {}) => {
  const request = new Request(input, { ...init, ...(init.body && { duplex: 'half' }) });
  const body = request.body ? Buffer.from(await request.arrayBuffer()) : undefined;
  const own = { accept: '*/*', 'accept-language': '*', 'sec-fetch-mode': 'cors', 'user-agent': 'node' };
  const headers = { ...own, ...Object.fromEntries(request.headers) };
  if (body) headers['content-length'] = String(body.length);
  return new Promise((resolve, reject) => {
    const options = { method: request.method, headers, agent: false, ...(init.signal && { signal: init.signal }) };
    const sent = http.request(request.url, options, (response) => {
      const { statusCode: status, rawHeaders } = response;
      const given = new Headers();
      for (let at = 0; at < rawHeaders.length; at += 2) given.append(rawHeaders[at], rawHeaders[at + 1]);
      resolve(
        new Response([204, 205, 304].includes(status) ? null : Readable.toWeb(response), { status, headers: given }),
      );
    });
    sent.on('error', (cause) =>
      reject(cause.name === 'AbortError' ? cause : Object.assign(new TypeError('fetch failed'), { cause })),
    );
    sent.end(body);
  });
};
