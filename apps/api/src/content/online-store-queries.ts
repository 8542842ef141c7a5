import { recordOf } from '@shop/contracts/common/record-of';
import {
  BLOCK_KINDS,
  type BlockKind,
  CONTENT_SECTIONS,
  type ContentSection,
  isAddedKind,
  MENUS,
  REPEATABLE_KIND,
} from '@shop/contracts/content/home-constants';
import type { BlockList, LinkList, SlideList, TestimonialList } from '@shop/contracts/content/online-store-schema';
import type { Db } from '#platform/database/db.ts';
import { bool, number, oneOf, orNull, type Row, text, timestamp, uuid } from '#platform/database/row.ts';
import { all, assignments, columnsOf, count, one, rowsOf, sql } from '#platform/database/sql.ts';

type Versions = Record<ContentSection, number>;

const listSections = () =>
  all('content.listSections', { section: oneOf(CONTENT_SECTIONS), version: number })`
    select section, version from content_sections`;

export async function findVersions(db: Db): Promise<Versions> {
  const rows = await db.run(listSections());
  const versionOf = (name: ContentSection) => rows.find(({ section }) => section === name)?.version ?? 1;
  return recordOf(CONTENT_SECTIONS, versionOf);
}

/** Locked until the transaction ends: serializes concurrent saves of a section. */
export const lockSection = (section: ContentSection) =>
  one('content.lockSection', { version: number })`
    select version from content_sections where section = ${section} for no key update`;

export const updateVersion = (section: ContentSection) =>
  count('content.updateVersion')`
    update content_sections set version = version + 1 where section = ${section}`;

/** Of a new item. */
const DEFAULT = sql`default`;

/** Each with its id or a new one, and with its place in the list. */
const placed = <Item extends { id?: string }>(items: readonly Item[]) =>
  items.map(({ id, ...item }, position) => ({ id: id ?? DEFAULT, ...item, position }));

const block = {
  id: uuid,
  kind: oneOf(BLOCK_KINDS),
  enabled: bool,
  eyebrow: text,
  heading: text,
  text,
  image: text,
  imageAlt: text,
  linkLabel: text,
  href: text,
};

export const listBlocks = () =>
  all('content.listBlocks', block)`
    select id, coalesce(nullif(added_kind, ''), kind) as kind, enabled, eyebrow, heading, text, image, image_alt,
           link_label, href
      from home_blocks order by position`;

const deleteBlocks = () => count('content.deleteBlocks')`delete from home_blocks`;

const insertBlocks = (items: BlockList['items']) =>
  count('content.insertBlocks')`
    insert into home_blocks ${rowsOf(placed(items).map(blockValues))}`;

const blockValues = <Item extends { kind: BlockKind }>(item: Item) =>
  isAddedKind(item.kind) ? { ...item, kind: REPEATABLE_KIND, addedKind: item.kind } : { ...item, addedKind: DEFAULT };

export async function replaceBlocks(tx: Db, items: BlockList['items']) {
  await tx.run(deleteBlocks());
  if (items.length > 0) await tx.run(insertBlocks(items));
}

const slide = { id: uuid, eyebrow: text, title: text, text, cta: text, href: text, image: text, alt: text };

export const listSlides = () =>
  all('content.listSlides', slide)`select ${columnsOf(slide)} from hero_slides order by position`;

const deleteSlides = () => count('content.deleteSlides')`delete from hero_slides`;

const insertSlides = (items: SlideList['items']) =>
  count('content.insertSlides')`insert into hero_slides ${rowsOf(placed(items))}`;

export async function replaceSlides(tx: Db, items: SlideList['items']) {
  await tx.run(deleteSlides());
  if (items.length > 0) await tx.run(insertSlides(items));
}

const testimonial = { id: uuid, name: text, location: text, quote: text, rating: number };

export const listTestimonials = () =>
  all('content.listTestimonials', testimonial)`
    select ${columnsOf(testimonial)} from testimonials order by position`;

const deleteTestimonials = () => count('content.deleteTestimonials')`delete from testimonials`;

const insertTestimonials = (items: TestimonialList['items']) =>
  count('content.insertTestimonials')`insert into testimonials ${rowsOf(placed(items))}`;

export async function replaceTestimonials(tx: Db, items: TestimonialList['items']) {
  await tx.run(deleteTestimonials());
  if (items.length > 0) await tx.run(insertTestimonials(items));
}

const link = { id: uuid, menu: oneOf(MENUS), column: text, label: text, href: text };

export const listLinks = () =>
  all('content.listLinks', link)`
    select id, menu, column_title as "column", label, href from menu_links order by position`;

const deleteLinks = () => count('content.deleteLinks')`delete from menu_links`;

const insertLinks = (items: LinkList['items']) =>
  count('content.insertLinks')`
    insert into menu_links ${rowsOf(placed(items).map(({ column, ...item }) => ({ ...item, columnTitle: column })))}`;

export async function replaceLinks(tx: Db, items: LinkList['items']) {
  await tx.run(deleteLinks());
  if (items.length > 0) await tx.run(insertLinks(items));
}

const announcement = {
  enabled: bool,
  text,
  href: text,
  startsAt: orNull(timestamp),
  endsAt: orNull(timestamp),
};

export const findAnnouncement = () =>
  one('content.findAnnouncement', announcement)`select ${columnsOf(announcement)} from announcements`;

export const updateAnnouncement = (values: Row<typeof announcement>) =>
  count('content.updateAnnouncement')`update announcements set ${assignments(values)}`;
