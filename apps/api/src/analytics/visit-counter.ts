import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Db } from '#platform/database/db.ts';
import { batchCounts, flushRegularly } from './batch-counter.ts';
import { limitNewQueries, type NewQueryLimits } from './new-queries.ts';
import { storableSearchQuery } from './rules.ts';
import { addCounts, addZeroResultSearches } from './visit-counter-queries.ts';

export type CountedEvent = 'visits' | 'products' | 'carts' | 'checkouts';

declare module 'fastify' {
  interface FastifyInstance {
    visitCounter: {
      count(what: CountedEvent): void;
      countZeroResultSearch(query: string, request: FastifyRequest): Promise<void>;
    };
  }
}

/** Automated random searches must fill neither the memory nor the table. */
const SEARCHES_AT_ONCE = 200;

export function registerVisitCounter(app: FastifyInstance, db: Db, limits: NewQueryLimits) {
  const isCounted = limitNewQueries('zero-result-searches', limits);
  const counts = batchCounts<CountedEvent>(app, (numbers) => db.run(addCounts(numbers)));
  const searches = batchCounts<string>(app, (numbers) => addZeroResultSearches(db, numbers), SEARCHES_AT_ONCE);
  app.decorate('visitCounter', {
    count: counts.count,
    async countZeroResultSearch(typed, request) {
      const query = storableSearchQuery(typed);
      if (query && (await isCounted(query, request))) searches.count(query);
    },
  });
  flushRegularly(app, [counts, searches]);
}
