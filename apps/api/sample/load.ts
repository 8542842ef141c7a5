import { mediaUrl } from '@shop/contracts/common/media';
import { REPEATABLE_KIND } from '@shop/contracts/content/home-constants';
import type { Db } from '#platform/database/db.ts';
import { bool } from '#platform/database/row.ts';
import { count, one, rowsOf, sql } from '#platform/database/sql.ts';
import { assumePaymentRate } from '#settings/service.ts';
import { loadDemoAccounts } from './accounts.ts';
import { loadCatalog } from './catalog.ts';
import { readSample, type Sample } from './files.ts';
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

const isUnedited = (section: string) =>
  sql`exists (select from content_sections where section = ${section} and version = 1)`;

/** The lists that are empty and were never edited. */
const findEmptyLists = () =>
  one('sample.findEmptyLists', { blocks: bool, slides: bool, testimonials: bool })`
    select ${isUnedited('blocks')} and not exists (select from home_blocks where kind = ${REPEATABLE_KIND}) as blocks,
           ${isUnedited('slides')} and not exists (select from hero_slides) as slides,
           ${isUnedited('testimonials')} and not exists (select from testimonials) as testimonials`;

/** Fills the lists that are empty and were never edited, and adds an image with text to the home page. */
async function loadContent(tx: Db, sample: Sample, imageUrl: (file: string) => string) {
  const empty = await tx.run(findEmptyLists());
  const story = {
    ...sample.story,
    image: imageUrl(sample.story.image),
    kind: REPEATABLE_KIND,
    // After the rows of the migration; the default home page has its own order.
    position: sql`(select count(*) from home_blocks)`,
  };
  const slides = sample.slides.map(({ order, image, ...slide }) => ({
    ...slide,
    position: order,
    image: imageUrl(image),
  }));
  const testimonials = sample.testimonials.map((quote, position) => ({ ...quote, position }));

  if (empty.blocks) await tx.run(count('sample.insertStory')`insert into home_blocks ${rowsOf([story])}`);
  if (empty.slides) await tx.run(count('sample.insertSlides')`insert into hero_slides ${rowsOf(slides)}`);
  if (empty.testimonials)
    await tx.run(count('sample.insertTestimonials')`insert into testimonials ${rowsOf(testimonials)}`);
}
