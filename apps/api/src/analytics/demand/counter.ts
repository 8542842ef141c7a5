import type { PageView } from '@shop/contracts/analytics/schema';
import type { FastifyInstance } from 'fastify';
import { batchCounts, flushRegularly } from '#analytics/batch-counter.ts';
import type { Db } from '#platform/database/db.ts';
import { addSearchDemand, addSoldOutDemand } from './counter-queries.ts';
import { type DemandCount, demandCountOf } from './rules.ts';

declare module 'fastify' {
  interface FastifyInstance {
    demandCounter: { count(view: PageView): void };
  }
}

/** Of one write: automated requests must fill neither the memory nor the tables. */
const KEYS_AT_ONCE = 400;

export function registerDemandCounter(app: FastifyInstance, db: Db) {
  const searches = batchCounts<DemandCount['key']>(app, (numbers) => addSearchDemand(db, numbers), KEYS_AT_ONCE);
  const items = batchCounts<DemandCount['key']>(app, (numbers) => addSoldOutDemand(db, numbers), KEYS_AT_ONCE);
  app.decorate('demandCounter', {
    count(view) {
      const counted = demandCountOf(view);
      if (counted) (counted.of === 'search' ? searches : items).count(counted.key);
    },
  });
  flushRegularly(app, [searches, items]);
}
