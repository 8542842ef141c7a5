import type { TestStore } from './harness.ts';

/** The values of a scrape by series, such as `orders_placed_total{method="cod"}`. */
export async function scrape({ guest }: Pick<TestStore, 'guest'>) {
  const { body } = await guest.get('/metrics');
  const lines = body.split('\n').filter((line) => line && !line.startsWith('#'));
  return new Map(lines.map((line) => [line.replace(/ \S+$/, ''), Number(line.split(' ').at(-1))]));
}

/** Increases of counters during the work; those that did not change are left out. */
export async function increases(store: Pick<TestStore, 'guest'>, work: () => Promise<unknown>) {
  const before = await scrape(store);
  await work();
  const after = await scrape(store);
  const changed = [...after].filter(([name]) => /^[a-z_]+_total\{(method|outcome|reason)=/.test(name));
  return Object.fromEntries(
    changed
      .map(([name, value]) => [name, value - (before.get(name) ?? 0)] as const)
      .filter(([, increase]) => increase !== 0),
  );
}
