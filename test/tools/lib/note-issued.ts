// Loaded into a sandbox that is under test, ahead of it: notes each code and token that leaves it, one a line.
import { appendFileSync } from 'node:fs';
import { ServerResponse } from 'node:http';
import { issuedVariable } from './issued.ts';

const file = process.env[issuedVariable];
if (!file) throw new Error(`${issuedVariable} names the file for what is issued`);

const secret =
  /\b(?:code|token|access_token|refresh_token)(?:"\s*:\s*"|=)([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/g;

function note(text: string): void {
  const found = [...text.matchAll(secret)].map(([, value]) => `${value ?? ''}\n`);
  if (found.length > 0) appendFileSync(String(file), found.join(''));
}

type Method = (this: void, ...rest: unknown[]) => unknown;
const { writeHead, write, end } = ServerResponse.prototype as unknown as Readonly<
  Record<'writeHead' | 'write' | 'end', Method>
>;
const noteChunk = (chunk: unknown) => {
  if (typeof chunk === 'string') note(chunk);
  else if (chunk instanceof Uint8Array) note(Buffer.from(chunk).toString('latin1'));
};

// A code leaves in the address of a redirect, tokens leave in a body.
Object.assign(ServerResponse.prototype, {
  writeHead(this: ServerResponse, ...rest: unknown[]): unknown {
    note(JSON.stringify(rest));
    return Reflect.apply(writeHead, this, rest);
  },
  write(this: ServerResponse, ...rest: unknown[]): unknown {
    noteChunk(rest[0]);
    return Reflect.apply(write, this, rest);
  },
  end(this: ServerResponse, ...rest: unknown[]): unknown {
    noteChunk(rest[0]);
    return Reflect.apply(end, this, rest);
  },
});
