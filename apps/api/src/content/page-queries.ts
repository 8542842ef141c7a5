import type { PageText } from '@shop/contracts/content/admin-schema';
import { PAGES_MAX } from '@shop/contracts/content/constants';
import { staffName } from '#platform/database/columns.ts';
import type { Db } from '#platform/database/db.ts';
import { bool, number, orNull, text, timestamp, uuid } from '#platform/database/row.ts';
import { all, assignments, count, first, one, rowsOf, sql, when } from '#platform/database/sql.ts';

const page = {
  id: uuid,
  slug: text,
  builtIn: bool,
  draftTitle: orNull(text),
  draftBody: orNull(text),
  draftDescription: orNull(text),
  reviewedAt: orNull(timestamp),
  createdAt: timestamp,
  version: number,
  number: orNull(number),
  title: orNull(text),
  body: orNull(text),
  description: orNull(text),
  publishedAt: orNull(timestamp),
};

export const findPage = (id: string) =>
  first('content.findPage', page)`
    select p.id, p.slug, p.built_in, p.draft_title, p.draft_body, p.draft_description, p.reviewed_at, p.created_at,
           p.version, v.number, v.title, v.body, v.description, v.published_at
      from pages p left join page_versions v on v.id = p.published_version_id
     where p.id = ${id}`;

const lockPageRow = (id: string) => count('content.lockPage')`select from pages where id = ${id} for no key update`;

/**
 * Row lock until the transaction ends: serializes drafts, publications and checks of a page. The page is read by a
 * second statement: one that waited for the lock would still join the version published before.
 */
export async function lockPage(tx: Db, id: string) {
  await tx.run(lockPageRow(id));
  return tx.run(findPage(id));
}

const pageSummary = {
  id: uuid,
  slug: text,
  builtIn: bool,
  title: orNull(text),
  hasDraft: bool,
  publishedAt: orNull(timestamp),
  reviewedAt: orNull(timestamp),
  findings: number,
};

/** Built-in pages first. */
export const listPages = () =>
  all('content.listPages', pageSummary)`
    select p.id, p.slug, p.built_in, coalesce(p.draft_title, v.title) as title, p.draft_title is not null as has_draft,
           v.published_at, p.reviewed_at, (select count(*) from page_findings f where f.page_id = p.id) as findings
      from pages p left join page_versions v on v.id = p.published_version_id
     order by p.built_in desc, p.slug limit ${PAGES_MAX}`;

export const listPageIds = () =>
  all('content.listPageIds', { id: uuid })`select id from pages order by id limit ${PAGES_MAX}`;

export const countPages = () => one('content.countPages', { count: number })`select count(*) from pages`;

export const findPublishedPage = (slug: string) =>
  first('content.findPublishedPage', { slug: text, title: text, body: text, description: text }, { prepare: true })`
    select p.slug, v.title, v.body, v.description
      from pages p join page_versions v on v.id = p.published_version_id
     where p.slug = ${slug}`;

/** Published pages of the owner's own, for the sitemap. */
export const listPublishedLinks = () =>
  all('content.listPublishedLinks', { slug: text, title: text })`
    select p.slug, v.title from pages p join page_versions v on v.id = p.published_version_id
     where not p.built_in order by p.slug limit ${PAGES_MAX}`;

const draftValues = ({ title, body, description }: PageText) => ({
  draftTitle: title,
  draftBody: body,
  draftDescription: description,
});
const NO_DRAFT = { draftTitle: null, draftBody: null, draftDescription: null };
const NEXT_VERSION = sql`version + 1`;

/** `id` only for a deleted page that is restored. */
export const insertPage = (slug: string, draft: PageText, id?: string) =>
  one('content.insertPage', { id: uuid })`
    insert into pages ${rowsOf([{ id, slug, ...draftValues(draft) }])} returning id`;

export const updateDraft = (id: string, draft: PageText | null) =>
  count('content.updateDraft')`
    update pages set ${assignments({ ...(draft ? draftValues(draft) : NO_DRAFT), version: NEXT_VERSION })}
     where id = ${id}`;

export const updateReviewed = (id: string) =>
  count('content.updateReviewed')`update pages set reviewed_at = now() where id = ${id}`;

export const deletePage = (id: string) => count('content.deletePage')`delete from pages where id = ${id}`;

/** The next number of the page, which the caller has locked. */
export const insertVersion = (pageId: string, { title, body, description }: PageText, publishedBy: string) =>
  one('content.insertVersion', { id: uuid, number })`
    insert into page_versions (page_id, number, title, body, description, published_by)
    values (${pageId}, (select coalesce(max(number), 0) + 1 from page_versions where page_id = ${pageId}), ${title},
            ${body}, ${description}, ${publishedBy})
    returning id, number`;

/** The draft has become this version. */
export const updatePublished = (id: string, publishedVersionId: string) =>
  count('content.updatePublished')`
    update pages
       set ${assignments({ ...NO_DRAFT, publishedVersionId, reviewedAt: sql`now()`, version: NEXT_VERSION })}
     where id = ${id}`;

/**
 * The text of the published version is the draft again, and the version with this number is published, or none. Without
 * one, what is shown is the built-in text, which the publication did not accept.
 */
export function updateUnpublished(id: string, draft: PageText, number: number | null) {
  const change = {
    ...draftValues(draft),
    publishedVersionId: sql`(select id from page_versions where page_id = ${id} and number = ${number})`,
    ...(number === null && { reviewedAt: null }),
    version: NEXT_VERSION,
  };
  return count('content.updateUnpublished')`update pages set ${assignments(change)} where id = ${id}`;
}

export const findVersion = (pageId: string, versionNumber: number) =>
  first('content.findVersion', { number, title: text, body: text, description: text })`
    select number, title, body, description from page_versions
     where page_id = ${pageId} and number = ${versionNumber}`;

const versionSummary = { id: uuid, number, title: text, publishedAt: timestamp, publishedBy: orNull(text) };

/** Newest first, keyset pagination: ids are time-ordered (UUIDv7). */
export const listVersions = (pageId: string, after: string | undefined, limit: number) =>
  all('content.listVersions', versionSummary)`
    select v.id, v.number, v.title, v.published_at, ${staffName('users')} as published_by
      from page_versions v left join users on users.id = v.published_by
     where v.page_id = ${pageId} ${when(after, sql`and v.id < ${after}`)}
     order by v.id desc limit ${limit}`;
