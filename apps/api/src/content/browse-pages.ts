import { pageMessages } from '@shop/contracts/content/admin-messages';
import { PAGE_VERSIONS_SHOWN } from '@shop/contracts/content/constants';
import type { Db } from '#platform/database/db.ts';
import { DomainError } from '#platform/errors.ts';
import { paginate } from '#platform/http/paging.ts';
import { toIso } from '#platform/timestamps.ts';
import { listFindings } from './finding-queries.ts';
import { findPage, findPublishedPage, findVersion, listPages, listVersions } from './page-queries.ts';
import { builtInText, editedPageOf, pageSummaryOf } from './page-rules.ts';

export const pageNotFound = () => new DomainError('not_found', 'page_not_found', pageMessages.notFound);

export async function getPublishedPage(db: Db, slug: string) {
  const page = await db.run(findPublishedPage(slug));
  if (!page) throw pageNotFound();
  return page;
}

export const browsePages = async (db: Db) => (await db.run(listPages())).map(pageSummaryOf);

export async function getPage(db: Db, id: string) {
  const page = await db.run(findPage(id));
  if (!page) throw pageNotFound();
  return editedPageOf(page, await db.run(listFindings(id)));
}

export async function browseVersions(db: Db, pageId: string, after: string | undefined) {
  const rows = await db.run(listVersions(pageId, after, PAGE_VERSIONS_SHOWN + 1));
  const { items, next } = paginate(rows, PAGE_VERSIONS_SHOWN);
  return { versions: items.map((row) => ({ ...row, publishedAt: toIso(row.publishedAt) })), next };
}

/** Version 0 is the built-in text. */
export async function getVersion(db: Db, { id, slug }: { id: string; slug: string }, number: number) {
  const text = number === 0 ? builtInText(slug) : await db.run(findVersion(id, number));
  if (!text) throw new DomainError('not_found', 'page_version_not_found', pageMessages.versionNotFound);
  return { ...text, number };
}
