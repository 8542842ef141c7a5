import type { FastifyInstance } from 'fastify';
import type { Db } from '#db.ts';
import { addCounts, addVainSearches } from './queries-tally.ts';
import { keptWords } from './rules.ts';

export type Counted = 'visits' | 'products' | 'carts' | 'checkouts';

declare module 'fastify' {
  interface FastifyInstance {
    tally: { count(what: Counted): void; vainSearch(words: string): void };
  }
}

const EVERY_MS = 2_000;
/** Whoever types nonsense by machine fills neither the memory nor the table. */
const WORDS_AT_ONCE = 200;

/**
 * Counts in memory and writes the numbers down every two seconds, in one statement each: no request waits for it. What
 * a process that is killed has not written is lost, and may be. Without a database the numbers wait.
 */
export function keepTally(app: FastifyInstance, db: Db) {
  const counts = new Map<Counted, number>();
  const searches = new Map<string, number>();
  const add = <K>(numbers: Map<K, number>, key: K, more: number) => numbers.set(key, (numbers.get(key) ?? 0) + more);

  app.decorate('tally', {
    count: (what) => void add(counts, what, 1),
    vainSearch(typed) {
      const words = keptWords(typed);
      if (words && (searches.has(words) || searches.size < WORDS_AT_ONCE)) add(searches, words, 1);
    },
  });

  async function writeDown<K>(numbers: Map<K, number>, write: (db: Db, numbers: [K, number][]) => Promise<unknown>) {
    const taken = [...numbers].toSorted();
    if (taken.length === 0) return;
    numbers.clear();
    try {
      await write(db, taken);
    } catch (error) {
      for (const [key, number] of taken) add(numbers, key, number);
      app.log.warn({ err: error }, 'Numbers of visits could not be written down.');
    }
  }
  const writeAll = () => Promise.all([writeDown(counts, addCounts), writeDown(searches, addVainSearches)]);

  const timer = setInterval(writeAll, EVERY_MS).unref();
  app.addHook('onClose', async () => {
    clearInterval(timer);
    await writeAll();
  });
}
