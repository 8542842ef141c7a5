import type { Db } from '#platform/database/db.ts';
import type { Tasks } from '#platform/queue/tasks.ts';
import { getPublicSettings } from '#settings/service.ts';
import { findContradictions } from './figure-rules.ts';
import { replaceFindings } from './finding-queries.ts';
import { listPageIds, lockPage } from './page-queries.ts';
import { publishedOf } from './page-rules.ts';

export const contentTasks: Tasks = {
  async check_page_figures(_payload, { db }) {
    await checkAllPages(db);
  },
};

/** Checks the text that shoppers see on each page, one transaction for each: what was fixed is no longer listed. */
async function checkAllPages(db: Db) {
  for (const { id } of await db.run(listPageIds()))
    await db.transaction(async (tx) => {
      const page = await lockPage(tx, id);
      if (!page) return;
      const published = publishedOf(page);
      await replaceFindings(tx, id, published ? findContradictions(published.body, await getPublicSettings(tx)) : []);
    });
}
