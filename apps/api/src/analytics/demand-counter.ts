import type { PageView } from '@shop/contracts/analytics/schema';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Db } from '#platform/database/db.ts';
import { batchCounts, flushRegularly } from './batch-counter.ts';
import { addSearchDemand, addSoldOutDemand } from './demand-counter-queries.ts';
import { type DemandCount, demandCountOf, splitKey } from './demand-rules.ts';
import { limitNewQueries, type NewQueryLimits } from './new-queries.ts';

declare module 'fastify' {
  interface FastifyInstance {
    demandCounter: { count(view: PageView, request: FastifyRequest): Promise<void> };
  }
}

/** Of one write: automated requests must fill neither the memory nor the tables. */
const KEYS_AT_ONCE = 400;

export function registerDemandCounter(app: FastifyInstance, db: Db, limits: NewQueryLimits) {
  const isCounted = limitNewQueries('search-demand', limits);
  const searches = batchCounts<DemandCount['key']>(app, (numbers) => addSearchDemand(db, numbers), KEYS_AT_ONCE);
  const items = batchCounts<DemandCount['key']>(app, (numbers) => addSoldOutDemand(db, numbers), KEYS_AT_ONCE);
  app.decorate('demandCounter', {
    async count(view, request) {
      const counted = demandCountOf(view);
      if (counted?.of === 'item') items.count(counted.key);
      else if (counted && (await isCounted(splitKey(counted.key)[1], request))) searches.count(counted.key);
    },
  });
  flushRegularly(app, [searches, items]);
}
