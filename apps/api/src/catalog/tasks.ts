import { z } from 'zod';
import type { Tasks } from '#platform/tasks.ts';
import { countSearchWords, indexProductsOf, settleFacets } from './queries-upkeep.ts';

const Label = z.object({ column: z.enum(['category_id', 'brand_id']), id: z.uuid() });

export const catalogTasks: Tasks = {
  async index_products_of(payload, { db }) {
    const label = Label.parse(payload);
    let last: string | undefined;
    do last = await indexProductsOf(db, label, last);
    while (last);
  },
  async count_search_words(_payload, { db }) {
    await countSearchWords(db);
  },
  async settle_facets(_payload, { db }) {
    await settleFacets(db);
  },
};
