// Started with fork: posts bodies with nothing but `fetch`, so many at once, again and again until the count is reached.

export interface FetchTask {
  readonly uri: string;
  readonly bodies: readonly string[];
  readonly count: number;
  readonly atOnce: number;
}

process.on('message', (task: FetchTask) => {
  void run(task).then((perSecond) => process.send?.(perSecond));
});
process.on('disconnect', () => process.exit());

async function run({ uri, bodies, count, atOnce }: FetchTask): Promise<number> {
  const headers = { 'Content-Type': 'application/json' };
  let sent = 0;
  const loop = async () => {
    while (sent < count) {
      const body = bodies[sent++ % bodies.length] ?? '';
      const answer = await fetch(uri, { method: 'POST', headers, body });
      await answer.arrayBuffer();
    }
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: atOnce }, loop));
  return (count * 1000) / (performance.now() - start);
}
