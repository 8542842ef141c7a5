import { recordOf } from '@shop/contracts/common/record-of';
import type { BlockList, LinkList, SlideList, TestimonialList } from '@shop/contracts/content/home-admin-schema';
import {
  type BlockKind,
  CONTENT_SECTIONS,
  type ContentSection,
  isAddedKind,
  REPEATABLE_KIND,
} from '@shop/contracts/content/home-constants';
import { asc, eq, sql } from 'drizzle-orm';
import type { Db } from '#platform/database/db.ts';
import { announcements, contentSections, heroSlides, homeBlocks, menuLinks, testimonials } from './schema.ts';

type Versions = Record<ContentSection, number>;

export async function findVersions(db: Db): Promise<Versions> {
  const rows = await db
    .select({ section: contentSections.section, version: contentSections.version })
    .from(contentSections);
  const versionOf = (name: ContentSection) => rows.find(({ section }) => section === name)?.version ?? 1;
  return recordOf(CONTENT_SECTIONS, versionOf);
}

/** Locked until the transaction ends: serializes concurrent saves of a section. Returns its version. */
export async function lockSection(tx: Db, section: ContentSection) {
  const [row] = await tx
    .select({ version: contentSections.version })
    .from(contentSections)
    .where(eq(contentSections.section, section))
    .for('no key update');
  if (!row) throw new Error(`The content section ${section} is missing.`);
  return row.version;
}

export const updateVersion = (tx: Db, section: ContentSection) =>
  tx
    .update(contentSections)
    .set({ version: sql`${contentSections.version} + 1` })
    .where(eq(contentSections.section, section));

export const listBlocks = (db: Db) =>
  db
    .select({
      id: homeBlocks.id,
      kind: sql<BlockKind>`coalesce(nullif(${homeBlocks.addedKind}, ''), ${homeBlocks.kind})`,
      enabled: homeBlocks.enabled,
      eyebrow: homeBlocks.eyebrow,
      heading: homeBlocks.heading,
      text: homeBlocks.text,
      image: homeBlocks.image,
      imageAlt: homeBlocks.imageAlt,
      linkLabel: homeBlocks.linkLabel,
      href: homeBlocks.href,
    })
    .from(homeBlocks)
    .orderBy(asc(homeBlocks.position));

export async function replaceBlocks(tx: Db, items: BlockList['items']) {
  await tx.delete(homeBlocks);
  if (items.length > 0)
    await tx.insert(homeBlocks).values(
      items.map((item, position) => ({
        ...item,
        ...(isAddedKind(item.kind) && { kind: REPEATABLE_KIND, addedKind: item.kind }),
        position,
      })),
    );
}

export const listSlides = (db: Db) =>
  db
    .select({
      id: heroSlides.id,
      eyebrow: heroSlides.eyebrow,
      title: heroSlides.title,
      text: heroSlides.text,
      cta: heroSlides.cta,
      href: heroSlides.href,
      image: heroSlides.image,
      alt: heroSlides.alt,
    })
    .from(heroSlides)
    .orderBy(asc(heroSlides.position));

export async function replaceSlides(tx: Db, items: SlideList['items']) {
  await tx.delete(heroSlides);
  if (items.length > 0) await tx.insert(heroSlides).values(items.map((item, position) => ({ ...item, position })));
}

export const listTestimonials = (db: Db) =>
  db
    .select({
      id: testimonials.id,
      name: testimonials.name,
      location: testimonials.location,
      quote: testimonials.quote,
      rating: testimonials.rating,
    })
    .from(testimonials)
    .orderBy(asc(testimonials.position));

export async function replaceTestimonials(tx: Db, items: TestimonialList['items']) {
  await tx.delete(testimonials);
  if (items.length > 0) await tx.insert(testimonials).values(items.map((item, position) => ({ ...item, position })));
}

export const listLinks = (db: Db) =>
  db
    .select({
      id: menuLinks.id,
      menu: menuLinks.menu,
      column: menuLinks.columnTitle,
      label: menuLinks.label,
      href: menuLinks.href,
    })
    .from(menuLinks)
    .orderBy(asc(menuLinks.position));

export async function replaceLinks(tx: Db, items: LinkList['items']) {
  await tx.delete(menuLinks);
  if (items.length > 0)
    await tx
      .insert(menuLinks)
      .values(items.map(({ column, ...item }, position) => ({ ...item, columnTitle: column, position })));
}

export async function findAnnouncement(db: Db) {
  const [row] = await db.select().from(announcements);
  if (!row) throw new Error('The announcement is missing.');
  return row;
}

type AnnouncementValues = Omit<typeof announcements.$inferSelect, 'id'>;

export const updateAnnouncement = (tx: Db, values: AnnouncementValues) => tx.update(announcements).set(values);
