import type { Context } from 'hono';
import { Failure } from './failure.ts';
import type { SandboxEnv } from './http.ts';

const maxBodyBytes = 64 * 1024;

/** The body as text; see {@link readBytes}. */
export async function readBody(c: Context<SandboxEnv>, mostBytes = maxBodyBytes): Promise<string> {
  return (await readBytes(c, mostBytes)).toString('utf8');
}

/** Throws a Failure if the body is larger than any form or command of the sandbox. */
export async function readBytes(c: Context<SandboxEnv>, mostBytes = maxBodyBytes): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  // Read directly from Node: a web stream for each request would cost more than all the processing.
  for await (const chunk of c.env.incoming as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    if (bytes > mostBytes) throw new BodyTooLarge(mostBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

class BodyTooLarge extends Failure {
  constructor(mostBytes: number) {
    super(`The body exceeds ${mostBytes} bytes.`, ['sandbox.body-size']);
  }

  override respond(c: Context<SandboxEnv>): Response {
    return c.text(this.message, 413);
  }
}
