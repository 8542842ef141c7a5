import type { FastifyInstance } from 'fastify';
import { isDatabaseUnavailable } from '#platform/database/errors.ts';

const FLUSH_INTERVAL_MS = 2_000;

type Batch = { flush: () => Promise<void> };
type App = Pick<FastifyInstance, 'addHook' | 'log'>;

/** Counts in memory by key. Beyond `keysMax` different keys, new ones are not counted until the next write. */
export function batchCounts<Key extends string>(
  app: App,
  write: (numbers: [Key, number][]) => Promise<unknown>,
  keysMax = Number.POSITIVE_INFINITY,
) {
  const numbers = new Map<Key, number>();
  const add = (key: Key, more: number) => numbers.set(key, (numbers.get(key) ?? 0) + more);
  return {
    count(key: Key) {
      if (numbers.has(key) || numbers.size < keysMax) add(key, 1);
    },
    /** In the order of the keys: every process writes in this order, which prevents deadlocks. */
    async flush() {
      const taken = [...numbers].toSorted();
      if (taken.length === 0) return;
      numbers.clear();
      try {
        await write(taken);
      } catch (error) {
        if (isDatabaseUnavailable(error)) putBack(taken, error);
        else await writeEach(taken);
      }
    },
  };

  function putBack(taken: [Key, number][], error: unknown) {
    for (const [key, number] of taken) add(key, number);
    app.log.warn({ err: error }, 'Failed to save visit counts.');
  }

  /** One that can never be stored is dropped, and keeps the others from nothing. */
  async function writeEach(taken: [Key, number][]) {
    for (const one of taken)
      try {
        await write([one]);
      } catch (error) {
        if (isDatabaseUnavailable(error)) putBack([one], error);
        else app.log.warn({ err: error }, 'Dropped a visit count that cannot be stored.');
      }
  }
}

/**
 * Writes the counts every two seconds: no request waits for it. Counts that a killed process has not written are lost,
 * which is acceptable. Without a database they are retained.
 */
export function flushRegularly(app: App, batches: Batch[]) {
  const flushAll = () => Promise.all(batches.map(({ flush }) => flush()));
  const timer = setInterval(flushAll, FLUSH_INTERVAL_MS).unref();
  app.addHook('onClose', async () => {
    clearInterval(timer);
    await flushAll();
  });
}
