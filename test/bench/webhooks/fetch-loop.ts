// Started with fork: posts bodies with nothing but `fetch`, so many at once, again and again until the count is reached.

export interface FetchTask {
  readonly uri: string;
  readonly bodies: readonly string[];
  readonly count: number;
  readonly atOnce: number;
}

export interface Fetched {
  readonly perSecond: number;
  /** Milliseconds of the processor for each post. */
  readonly work: number;
}

process.on('message', (task: FetchTask) => {
  void run(task).then((fetched) => process.send?.(fetched));
});
process.on('disconnect', () => process.exit());

async function run({ uri, bodies, count, atOnce }: FetchTask): Promise<Fetched> {
  const headers = { 'Content-Type': 'application/json' };
  let sent = 0;
  const loop = async () => {
    while (sent < count) {
      const body = bodies[sent++ % bodies.length] ?? '';
      const answer = await fetch(uri, { method: 'POST', headers, body });
      await answer.arrayBuffer();
    }
  };
  const [start, before] = [performance.now(), process.cpuUsage()];
  await Promise.all(Array.from({ length: atOnce }, loop));
  const { user, system } = process.cpuUsage(before);
  return { perSecond: (count * 1000) / (performance.now() - start), work: (user + system) / 1000 / count };
}
