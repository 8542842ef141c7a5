import { recordOf } from '@shop/contracts/common/record-of';
import * as operations from '@shop/contracts/content/admin-operations';
import {
  BLOCK_KINDS,
  type BlockKind,
  CONTENT_SECTIONS,
  type ContentSection,
  isAddedKind,
  MENUS,
  REPEATABLE_KIND,
} from '@shop/contracts/content/home-constants';
import { onlineStoreMessages } from '@shop/contracts/content/online-store-messages';
import type {
  AnnouncementUpdate,
  BlockList,
  LinkList,
  OnlineStore,
  SlideList,
  TestimonialList,
} from '@shop/contracts/content/online-store-schema';
import type { FastifyPluginAsync } from 'fastify';
import { record } from '#audit/service.ts';
import { changesOf } from '#platform/changes.ts';
import type { Db } from '#platform/database/db.ts';
import { bool, number, oneOf, orNull, type Row, text, timestamp, uuid } from '#platform/database/row.ts';
import { all, assignments, columnsOf, count, one, rowsOf, sql } from '#platform/database/sql.ts';
import { DomainError } from '#platform/errors.ts';
import type { Actor } from '#platform/http/access.ts';
import { withoutCaching } from '#platform/http/caching.ts';
import { handle } from '#platform/http/handle.ts';
import { announcementOf, announcementValues, blocksOf, linkValues, withoutIds } from './home-rules.ts';

export const adminHomeContentRoutes: FastifyPluginAsync = async (app) => {
  withoutCaching(app);

  handle(app, operations.getOnlineStore, { access: 'content.read' }, () => getOnlineStore(app.db));

  handle(app, operations.updateHomeBlocks, { access: 'content.write', rate: 'cart' }, ({ actor, body }) =>
    saveBlocks(app.db, actor, body),
  );

  handle(app, operations.updateHeroSlides, { access: 'content.write', rate: 'cart' }, ({ actor, body }) =>
    saveSlides(app.db, actor, body),
  );

  handle(app, operations.updateTestimonials, { access: 'content.write', rate: 'cart' }, ({ actor, body }) =>
    saveTestimonials(app.db, actor, body),
  );

  handle(app, operations.updateMenus, { access: 'content.write', rate: 'cart' }, ({ actor, body }) =>
    saveMenus(app.db, actor, body),
  );

  handle(app, operations.updateAnnouncement, { access: 'content.write', rate: 'cart' }, ({ actor, body }) =>
    saveAnnouncement(app.db, actor, body),
  );
};

/** One snapshot: every version belongs to the rows that are returned with it. */
const getOnlineStore = (db: Db): Promise<OnlineStore> =>
  db.transaction(
    async (tx) => {
      const versions = await findVersions(tx);
      return {
        blocks: { version: versions.blocks, items: blocksOf(versions.blocks, await tx.run(listBlocks())) },
        slides: { version: versions.slides, items: await tx.run(listSlides()) },
        testimonials: { version: versions.testimonials, items: await tx.run(listTestimonials()) },
        menus: { version: versions.menus, items: await tx.run(listLinks()) },
        announcement: { version: versions.announcement, ...announcementOf(await tx.run(findAnnouncement())) },
      };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );

type Section<T extends object> = {
  section: ContentSection;
  /** The version that the change is based on. */
  version: number;
  read: (tx: Db) => Promise<T>;
  write: (tx: Db) => Promise<unknown>;
  after: T;
};

/** Optimistic concurrency by `version`. Idempotent: the same request sent twice changes nothing the second time. */
async function saveSection<T extends object>(db: Db, actor: Actor, change: Section<T>) {
  const { section, version, read, write, after } = change;
  await db.transaction(async (tx) => {
    const { version: currentVersion } = await tx.run(lockSection(section));
    const changes = changesOf(await read(tx), after);
    if (!changes) return;
    if (version !== currentVersion) throw new DomainError('conflict', 'content_conflict', onlineStoreMessages.conflict);

    await write(tx);
    await tx.run(updateVersion(section));
    await record(tx, actor, { action: 'online_store.save', entity: 'online_store', entityId: section, ...changes });
  });
  return getOnlineStore(db);
}

const saveBlocks = (db: Db, actor: Actor, { version, items }: BlockList) =>
  saveSection(db, actor, {
    section: 'blocks',
    version,
    read: async (tx) => {
      const blocks = blocksOf((await findVersions(tx)).blocks, await tx.run(listBlocks()));
      return { items: withoutIds<BlockList['items'][number]>(blocks) };
    },
    write: (tx) => replaceBlocks(tx, items),
    after: { items: withoutIds(items) },
  });

const saveSlides = (db: Db, actor: Actor, { version, items }: SlideList) =>
  saveSection(db, actor, {
    section: 'slides',
    version,
    read: async (tx) => ({ items: withoutIds<SlideList['items'][number]>(await tx.run(listSlides())) }),
    write: (tx) => replaceSlides(tx, items),
    after: { items: withoutIds(items) },
  });

const saveTestimonials = (db: Db, actor: Actor, { version, items }: TestimonialList) =>
  saveSection(db, actor, {
    section: 'testimonials',
    version,
    read: async (tx) => ({ items: withoutIds<TestimonialList['items'][number]>(await tx.run(listTestimonials())) }),
    write: (tx) => replaceTestimonials(tx, items),
    after: { items: withoutIds(items) },
  });

const saveMenus = (db: Db, actor: Actor, { version, items }: LinkList) =>
  saveSection(db, actor, {
    section: 'menus',
    version,
    read: async (tx) => ({ items: withoutIds<LinkList['items'][number]>(await tx.run(listLinks())) }),
    write: (tx) => replaceLinks(tx, items.map(linkValues)),
    after: { items: withoutIds(items.map(linkValues)) },
  });

const saveAnnouncement = (db: Db, actor: Actor, { version, ...announcement }: AnnouncementUpdate) =>
  saveSection(db, actor, {
    section: 'announcement',
    version,
    read: async (tx) => announcementOf(await tx.run(findAnnouncement())),
    write: (tx) => tx.run(updateAnnouncement(announcementValues(announcement))),
    after: announcementOf(announcementValues(announcement)),
  });

type Versions = Record<ContentSection, number>;

const listSections = () =>
  all('content.listSections', { section: oneOf(CONTENT_SECTIONS), version: number })`
    select section, version from content_sections`;

async function findVersions(db: Db): Promise<Versions> {
  const rows = await db.run(listSections());
  const versionOf = (name: ContentSection) => rows.find(({ section }) => section === name)?.version ?? 1;
  return recordOf(CONTENT_SECTIONS, versionOf);
}

/** Locked until the transaction ends: serializes concurrent saves of a section. */
const lockSection = (section: ContentSection) =>
  one('content.lockSection', { version: number })`
    select version from content_sections where section = ${section} for no key update`;

const updateVersion = (section: ContentSection) =>
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

const listBlocks = () =>
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

async function replaceBlocks(tx: Db, items: BlockList['items']) {
  await tx.run(deleteBlocks());
  if (items.length > 0) await tx.run(insertBlocks(items));
}

const slide = { id: uuid, eyebrow: text, title: text, text, cta: text, href: text, image: text, alt: text };

const listSlides = () =>
  all('content.listSlides', slide)`select ${columnsOf(slide)} from hero_slides order by position`;

const deleteSlides = () => count('content.deleteSlides')`delete from hero_slides`;

const insertSlides = (items: SlideList['items']) =>
  count('content.insertSlides')`insert into hero_slides ${rowsOf(placed(items))}`;

async function replaceSlides(tx: Db, items: SlideList['items']) {
  await tx.run(deleteSlides());
  if (items.length > 0) await tx.run(insertSlides(items));
}

const testimonial = { id: uuid, name: text, location: text, quote: text, rating: number };

const listTestimonials = () =>
  all('content.listTestimonials', testimonial)`
    select ${columnsOf(testimonial)} from testimonials order by position`;

const deleteTestimonials = () => count('content.deleteTestimonials')`delete from testimonials`;

const insertTestimonials = (items: TestimonialList['items']) =>
  count('content.insertTestimonials')`insert into testimonials ${rowsOf(placed(items))}`;

async function replaceTestimonials(tx: Db, items: TestimonialList['items']) {
  await tx.run(deleteTestimonials());
  if (items.length > 0) await tx.run(insertTestimonials(items));
}

const link = { id: uuid, menu: oneOf(MENUS), column: text, label: text, href: text };

const listLinks = () =>
  all('content.listLinks', link)`
    select id, menu, column_title as "column", label, href from menu_links order by position`;

const deleteLinks = () => count('content.deleteLinks')`delete from menu_links`;

const insertLinks = (items: LinkList['items']) =>
  count('content.insertLinks')`
    insert into menu_links ${rowsOf(placed(items).map(({ column, ...item }) => ({ ...item, columnTitle: column })))}`;

async function replaceLinks(tx: Db, items: LinkList['items']) {
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

const findAnnouncement = () =>
  one('content.findAnnouncement', announcement)`select ${columnsOf(announcement)} from announcements`;

const updateAnnouncement = (values: Row<typeof announcement>) =>
  count('content.updateAnnouncement')`update announcements set ${assignments(values)}`;
