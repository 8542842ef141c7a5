import { mediaUrl } from '@shop/contracts/common/media';
import type { Db } from '#platform/database/db.ts';
import { count } from '#platform/database/sql.ts';
import { assumePaymentRate } from '#settings/service.ts';
import { loadDemoAccounts } from './accounts.ts';
import { loadCatalog } from './catalog.ts';
import { loadContent } from './content.ts';
import { readSample } from './files.ts';
import { type ImageStore, storeImages } from './images.ts';

/** The second of two concurrent setups waits, and finds all rows there. */
export async function waitForOtherSetups(tx: Db) {
  await tx.run(count('sample.waitAnyTime')`set local lock_timeout = 0`);
  await tx.run(count('sample.lock')`select from pg_advisory_xact_lock(hashtext('shop sample'))`);
}

/** Loads the sample data. Existing rows stay unchanged. */
export async function loadSample(db: Db, store: ImageStore, now = new Date()) {
  const sample = readSample();
  const keys = await storeImages(store);
  const imageUrl = (file: string) => {
    const key = keys.get(file);
    if (!key) throw new Error(`The sample data refers to ${file}, which it does not contain.`);
    return mediaUrl(key);
  };

  const addedProducts = await db.transaction(async (tx) => {
    await waitForOtherSetups(tx);
    const added = await loadCatalog(tx, sample, imageUrl, store);
    await loadContent(tx, sample, imageUrl);
    await loadDemoAccounts(tx, sample, now);
    await tx.run(assumePaymentRate());
    return added;
  });
  return { addedProducts, images: keys };
}
