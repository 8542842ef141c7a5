import type { ContentSection } from '@shop/contracts/content/home-constants';
import { onlineStoreMessages } from '@shop/contracts/content/online-store-messages';
import type {
  AnnouncementUpdate,
  BlockList,
  LinkList,
  OnlineStore,
  SlideList,
  TestimonialList,
} from '@shop/contracts/content/online-store-schema';
import { record } from '#audit/service.ts';
import { changesOf } from '#platform/changes.ts';
import type { Db } from '#platform/database/db.ts';
import { DomainError } from '#platform/errors.ts';
import type { Actor } from '#platform/http/access.ts';
import { announcementOf, announcementValues, blocksOf, linkValues, withoutIds } from './home-rules.ts';
import {
  findAnnouncement,
  findVersions,
  listBlocks,
  listLinks,
  listSlides,
  listTestimonials,
  lockSection,
  replaceBlocks,
  replaceLinks,
  replaceSlides,
  replaceTestimonials,
  updateAnnouncement,
  updateVersion,
} from './online-store-queries.ts';

/** One snapshot: every version belongs to the rows that are returned with it. */
export const getOnlineStore = (db: Db): Promise<OnlineStore> =>
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

export const saveBlocks = (db: Db, actor: Actor, { version, items }: BlockList) =>
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

export const saveSlides = (db: Db, actor: Actor, { version, items }: SlideList) =>
  saveSection(db, actor, {
    section: 'slides',
    version,
    read: async (tx) => ({ items: withoutIds<SlideList['items'][number]>(await tx.run(listSlides())) }),
    write: (tx) => replaceSlides(tx, items),
    after: { items: withoutIds(items) },
  });

export const saveTestimonials = (db: Db, actor: Actor, { version, items }: TestimonialList) =>
  saveSection(db, actor, {
    section: 'testimonials',
    version,
    read: async (tx) => ({ items: withoutIds<TestimonialList['items'][number]>(await tx.run(listTestimonials())) }),
    write: (tx) => replaceTestimonials(tx, items),
    after: { items: withoutIds(items) },
  });

export const saveMenus = (db: Db, actor: Actor, { version, items }: LinkList) =>
  saveSection(db, actor, {
    section: 'menus',
    version,
    read: async (tx) => ({ items: withoutIds<LinkList['items'][number]>(await tx.run(listLinks())) }),
    write: (tx) => replaceLinks(tx, items.map(linkValues)),
    after: { items: withoutIds(items.map(linkValues)) },
  });

export const saveAnnouncement = (db: Db, actor: Actor, { version, ...announcement }: AnnouncementUpdate) =>
  saveSection(db, actor, {
    section: 'announcement',
    version,
    read: async (tx) => announcementOf(await tx.run(findAnnouncement())),
    write: (tx) => tx.run(updateAnnouncement(announcementValues(announcement))),
    after: announcementOf(announcementValues(announcement)),
  });
