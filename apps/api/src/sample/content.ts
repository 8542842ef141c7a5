import { REPEATABLE_KIND } from '@shop/contracts/content/home-constants';
import { and, eq, inArray } from 'drizzle-orm';
import { contentSections, heroSlides, homeBlocks, testimonials } from '#content/home/schema.ts';
import type { Db } from '#platform/database/db.ts';
import type { Sample } from './files.ts';

/** Fills the lists that are empty and were never edited, and adds an image with text to the home page. */
export async function loadContent(tx: Db, sample: Sample, imageUrl: (file: string) => string) {
  const unedited = await tx
    .select({ section: contentSections.section })
    .from(contentSections)
    .where(and(inArray(contentSections.section, ['blocks', 'slides', 'testimonials']), eq(contentSections.version, 1)));
  const isUnedited = (name: string) => unedited.some(({ section }) => section === name);

  if (isUnedited('blocks') && (await tx.$count(homeBlocks, eq(homeBlocks.kind, REPEATABLE_KIND))) === 0)
    await tx.insert(homeBlocks).values({
      ...sample.story,
      image: imageUrl(sample.story.image),
      kind: REPEATABLE_KIND,
      // After the rows of the migration; the default home page has its own order.
      position: await tx.$count(homeBlocks),
    });
  if (isUnedited('slides') && (await tx.$count(heroSlides)) === 0)
    await tx
      .insert(heroSlides)
      .values(
        sample.slides.map(({ order, ...slide }) => ({ ...slide, position: order, image: imageUrl(slide.image) })),
      );
  if (isUnedited('testimonials') && (await tx.$count(testimonials)) === 0)
    await tx.insert(testimonials).values(sample.testimonials.map((quote, position) => ({ ...quote, position })));
}
