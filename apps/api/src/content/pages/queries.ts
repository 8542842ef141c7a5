import type { PageText } from '@shop/contracts/content/admin-schema';
import { PAGES_MAX } from '@shop/contracts/content/constants';
import type { Page, PageLink } from '@shop/contracts/content/schema';
import { and, desc, eq, lt, sql } from 'drizzle-orm';
import { type Db, PREPARED } from '#platform/database/db.ts';
import { staffName } from '#platform/database/staff-name.ts';
import type { PageRow, PageSummaryRow } from './rules.ts';
import { pages, pageVersions } from './schema.ts';

export async function findPage(db: Db, id: string) {
  const { rows } = await db.execute<PageRow>(sql`
    select p.id, p.slug, p.built_in as "builtIn", p.draft_title as "draftTitle", p.draft_body as "draftBody",
           p.draft_description as "draftDescription", p.reviewed_at as "reviewedAt", p.created_at as "createdAt",
           p.version, v.number, v.title, v.body, v.description, v.published_at as "publishedAt"
      from pages p left join page_versions v on v.id = p.published_version_id
     where p.id = ${id}`);
  return rows[0];
}

/**
 * Row lock until the transaction ends: serializes drafts, publications and checks of a page. The page is read by a
 * second statement: one that waited for the lock would still join the version published before.
 */
export async function lockPage(tx: Db, id: string) {
  await tx.execute(sql`select 1 from pages where id = ${id} for no key update`);
  return findPage(tx, id);
}

/** Built-in pages first. */
export async function listPages(db: Db) {
  const { rows } = await db.execute<PageSummaryRow>(sql`
    select p.id, p.slug, p.built_in as "builtIn", coalesce(p.draft_title, v.title) as title,
           p.draft_title is not null as "hasDraft", v.published_at as "publishedAt", p.reviewed_at as "reviewedAt",
           (select count(*)::int from page_findings f where f.page_id = p.id) as findings
      from pages p left join page_versions v on v.id = p.published_version_id
     order by p.built_in desc, p.slug limit ${PAGES_MAX}`);
  return rows;
}

export async function listPageIds(db: Db) {
  const rows = await db.select({ id: pages.id }).from(pages).orderBy(pages.id).limit(PAGES_MAX);
  return rows.map(({ id }) => id);
}

export async function countPages(tx: Db) {
  const { rows } = await tx.execute<{ count: number }>(sql`select count(*)::int as count from pages`);
  return rows[0]?.count ?? 0;
}

export async function findPublishedPage(db: Db, slug: string) {
  const { rows } = await db.execute<Page>(sql`${PREPARED}
    select p.slug, v.title, v.body, v.description
      from pages p join page_versions v on v.id = p.published_version_id
     where p.slug = ${slug}`);
  return rows[0];
}

/** Published pages of the owner's own, for the sitemap. */
export async function listPublishedLinks(db: Db) {
  const { rows } = await db.execute<PageLink>(sql`
    select p.slug, v.title from pages p join page_versions v on v.id = p.published_version_id
     where not p.built_in order by p.slug limit ${PAGES_MAX}`);
  return rows;
}

const draftValues = ({ title, body, description }: PageText) => ({
  draftTitle: title,
  draftBody: body,
  draftDescription: description,
});
const NO_DRAFT = { draftTitle: null, draftBody: null, draftDescription: null };
const nextVersion = sql`${pages.version} + 1`;

/** `id` only for a deleted page that is restored. */
export async function insertPage(tx: Db, slug: string, text: PageText, id?: string) {
  const [page] = await tx
    .insert(pages)
    .values({ ...(id && { id }), slug, ...draftValues(text) })
    .returning({ id: pages.id });
  if (!page) throw new Error('The page was not stored.');
  return page.id;
}

export const updateDraft = (tx: Db, id: string, text: PageText | null) =>
  tx
    .update(pages)
    .set({ ...(text ? draftValues(text) : NO_DRAFT), version: nextVersion })
    .where(eq(pages.id, id));

export const updateReviewed = (tx: Db, id: string) =>
  tx.update(pages).set({ reviewedAt: sql`now()` }).where(eq(pages.id, id));

export const deletePage = (tx: Db, id: string) => tx.delete(pages).where(eq(pages.id, id));

/** The next number of the page, which the caller has locked. */
export async function insertVersion(tx: Db, pageId: string, text: PageText, publishedBy: string) {
  const number = sql<number>`(select coalesce(max(number), 0) + 1 from page_versions where page_id = ${pageId})`;
  const [version] = await tx
    .insert(pageVersions)
    .values({ pageId, number, ...text, publishedBy })
    .returning({ id: pageVersions.id, number: pageVersions.number });
  if (!version) throw new Error('The version of the page was not stored.');
  return version;
}

/** The draft has become this version. */
export const updatePublished = (tx: Db, id: string, publishedVersionId: string) =>
  tx
    .update(pages)
    .set({ ...NO_DRAFT, publishedVersionId, reviewedAt: sql`now()`, version: nextVersion })
    .where(eq(pages.id, id));

/**
 * The text of the published version is the draft again, and the version with this number is published, or none. Without
 * one, what is shown is the built-in text, which the publication did not accept.
 */
export const updateUnpublished = (tx: Db, id: string, draft: PageText, number: number | null) =>
  tx
    .update(pages)
    .set({
      ...draftValues(draft),
      publishedVersionId: sql`(select id from page_versions where page_id = ${id} and number = ${number})`,
      ...(number === null && { reviewedAt: null }),
      version: nextVersion,
    })
    .where(eq(pages.id, id));

export async function findVersion(db: Db, pageId: string, number: number) {
  const { title, body, description } = pageVersions;
  const [version] = await db
    .select({ number: pageVersions.number, title, body, description })
    .from(pageVersions)
    .where(and(eq(pageVersions.pageId, pageId), eq(pageVersions.number, number)));
  return version;
}

/** Newest first, keyset pagination: ids are time-ordered (UUIDv7). */
export const listVersions = (db: Db, pageId: string, after: string | undefined, limit: number) =>
  db
    .select({
      id: pageVersions.id,
      number: pageVersions.number,
      title: pageVersions.title,
      publishedAt: pageVersions.publishedAt,
      publishedBy: staffName('users'),
    })
    .from(pageVersions)
    .leftJoin(sql`users`, sql`users.id = ${pageVersions.publishedBy}`)
    .where(and(eq(pageVersions.pageId, pageId), after ? lt(pageVersions.id, after) : undefined))
    .orderBy(desc(pageVersions.id))
    .limit(limit);
