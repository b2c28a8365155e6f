import { request } from 'undici';
import { median } from './figures.ts';
import type { Shot } from './load.ts';
import type { LoadProcess } from './load-process.ts';
import {
  type Contender,
  looseTokenShot,
  type Sandbox,
  startOAuthMock,
  startPrism,
  startSandbox,
} from './sandbox-contenders.ts';

type Task = 'tokens' | 'records';
const connectionCounts = [1, 10, 50] as const;

/** Medians over the rounds. */
export interface Row {
  readonly task: Task;
  readonly connections: number;
  readonly contender: string;
  readonly perSecond: number;
  readonly p99: number;
  readonly bytesPerAnswer: number;
}

export interface Speed {
  readonly rows: readonly Row[];
  /** Milliseconds until a server answers, by its name. */
  readonly startMs: Readonly<Record<string, number>>;
}

interface Entry {
  readonly task: Task;
  readonly contender: Contender;
  /** One for each connection. */
  readonly shot: () => Promise<Shot>;
}

export interface Extent {
  readonly rounds: number;
  readonly milliseconds: number;
}

/** All servers run at once and are asked in turn; every other round goes the other way round. */
export async function measureSpeed(load: LoadProcess, { rounds, milliseconds }: Extent): Promise<Speed> {
  const sandbox = await startSandbox();
  const contenders: Contender[] = [sandbox];
  try {
    const records = await sandbox.recordsShot();
    const examples = {
      token: await answerTo(sandbox, await sandbox.tokenShot()),
      records: await answerTo(sandbox, records),
    };
    const prism = await startPrism(examples);
    contenders.push(prism);
    const oauth = await startOAuthMock();
    contenders.push(oauth);
    const entries: Entry[] = [
      { task: 'tokens', contender: sandbox, shot: () => sandbox.tokenShot() },
      { task: 'tokens', contender: prism, shot: () => Promise.resolve(looseTokenShot('/oauth/token')) },
      { task: 'tokens', contender: oauth, shot: () => Promise.resolve(looseTokenShot('/token')) },
      { task: 'records', contender: sandbox, shot: () => sandbox.recordsShot() },
      { task: 'records', contender: prism, shot: () => Promise.resolve(records) },
    ];
    const rows: Row[] = [];
    for (let round = 0; round < rounds; round++) {
      for (const connections of connectionCounts) {
        for (const entry of round % 2 ? entries.toReversed() : entries) {
          rows.push(await measure(load, entry, connections, milliseconds));
        }
      }
    }
    return {
      rows: mediansOf(rows),
      startMs: Object.fromEntries(contenders.map(({ name, startedIn }) => [name, startedIn])),
    };
  } finally {
    await Promise.all(contenders.map((contender) => contender.stop()));
  }
}

async function measure(load: LoadProcess, entry: Entry, connections: number, milliseconds: number): Promise<Row> {
  const { task, contender, shot } = entry;
  const shots = await Promise.all(Array.from({ length: connections }, shot));
  const { perSecond, p99, bytesPerAnswer, failures } = await load.run({
    origin: contender.origin,
    shots,
    most: { requests: 20_000, milliseconds },
    warmUp: 300,
  });
  if (failures > 0) throw new Error(`${contender.name} refused ${failures} requests of ${task}`);
  return { task, connections, contender: contender.name, perSecond, p99, bytesPerAnswer };
}

async function answerTo({ origin }: Sandbox, { path, headers, body, token }: Shot): Promise<unknown> {
  const answer = await request(`${origin}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers,
    body: body?.replace('$TOKEN', token ?? '') ?? null,
  });
  return answer.body.json();
}

function mediansOf(rows: readonly Row[]): Row[] {
  const groups = Map.groupBy(rows, ({ task, connections, contender }) => `${task} ${connections} ${contender}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    const of = (field: 'perSecond' | 'p99' | 'bytesPerAnswer') => median(group.map((row) => row[field]));
    return first
      ? [{ ...first, perSecond: of('perSecond'), p99: of('p99'), bytesPerAnswer: of('bytesPerAnswer') }]
      : [];
  });
}
