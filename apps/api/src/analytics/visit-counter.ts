import type { FastifyInstance } from 'fastify';
import type { Db } from '#platform/database/db.ts';
import { storableSearchQuery } from './rules.ts';
import { addCounts, addZeroResultSearches } from './visit-counter-queries.ts';

export type CountedEvent = 'visits' | 'products' | 'carts' | 'checkouts';

declare module 'fastify' {
  interface FastifyInstance {
    visitCounter: { count(what: CountedEvent): void; countZeroResultSearch(query: string): void };
  }
}

const FLUSH_INTERVAL_MS = 2_000;
/** Automated random searches must fill neither the memory nor the table. */
const SEARCHES_AT_ONCE = 200;

/**
 * Counts in memory and writes the counts every two seconds, in one statement each: no request waits for it. Counts that
 * a killed process has not written are lost, which is acceptable. Without a database they are retained.
 */
export function registerVisitCounter(app: FastifyInstance, db: Db) {
  const counts = new Map<CountedEvent, number>();
  const searches = new Map<string, number>();
  const add = <K>(numbers: Map<K, number>, key: K, more: number) => numbers.set(key, (numbers.get(key) ?? 0) + more);

  app.decorate('visitCounter', {
    count: (what) => void add(counts, what, 1),
    countZeroResultSearch(typed) {
      const query = storableSearchQuery(typed);
      if (query && (searches.has(query) || searches.size < SEARCHES_AT_ONCE)) add(searches, query, 1);
    },
  });

  async function flush<K>(numbers: Map<K, number>, write: (db: Db, numbers: [K, number][]) => Promise<unknown>) {
    const taken = [...numbers].toSorted();
    if (taken.length === 0) return;
    numbers.clear();
    try {
      await write(db, taken);
    } catch (error) {
      for (const [key, number] of taken) add(numbers, key, number);
      app.log.warn({ err: error }, 'Failed to save visit counts.');
    }
  }
  const flushAll = () => Promise.all([flush(counts, addCounts), flush(searches, addZeroResultSearches)]);

  const timer = setInterval(flushAll, FLUSH_INTERVAL_MS).unref();
  app.addHook('onClose', async () => {
    clearInterval(timer);
    await flushAll();
  });
}
