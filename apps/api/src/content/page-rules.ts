import { pageMessages } from '@shop/contracts/content/admin-messages';
import type { EditedPage, PageFinding, PageSummary, PageText } from '@shop/contracts/content/admin-schema';
import { BUILT_IN_PAGES } from '@shop/contracts/content/built-in-pages';
import { isBuiltInSlug } from '@shop/contracts/content/constants';
import { changesOf, isSame } from '#platform/changes.ts';
import { DomainError } from '#platform/errors.ts';
import { toIso } from '#platform/timestamps.ts';
import { truncate } from '#platform/truncate.ts';

/** A page with its published version, whose columns are null if there is none. */
export type PageRow = {
  id: string;
  slug: string;
  builtIn: boolean;
  draftTitle: string | null;
  draftBody: string | null;
  draftDescription: string | null;
  reviewedAt: Date | null;
  createdAt: Date;
  version: number;
  number: number | null;
  title: string | null;
  body: string | null;
  description: string | null;
  publishedAt: Date | null;
};

export type PageSummaryRow = {
  id: string;
  slug: string;
  builtIn: boolean;
  title: string | null;
  hasDraft: boolean;
  publishedAt: Date | null;
  reviewedAt: Date | null;
  findings: number;
};

/** Of the text in an audit entry, in characters; published texts are stored completely as versions. */
const AUDIT_TEXT_MAX = 1_000;

const isoOrNull = (timestamp: Date | null) => timestamp && toIso(timestamp);

/** The text of the release; undefined for pages of the owner's own. */
export const builtInText = (slug: string): PageText | undefined =>
  isBuiltInSlug(slug) ? BUILT_IN_PAGES[slug] : undefined;

export const draftOf = (row: PageRow): PageText | null =>
  row.draftTitle === null
    ? null
    : { title: row.draftTitle, body: row.draftBody ?? '', description: row.draftDescription ?? '' };

/** What shoppers see. Version 0 is the built-in text. */
export function publishedOf(row: PageRow): EditedPage['published'] {
  if (row.number !== null)
    return {
      number: row.number,
      title: row.title ?? '',
      body: row.body ?? '',
      description: row.description ?? '',
      publishedAt: isoOrNull(row.publishedAt),
    };
  const text = builtInText(row.slug);
  return text ? { number: 0, ...text, publishedAt: null } : null;
}

export const editedPageOf = (row: PageRow, findings: PageFinding[]): EditedPage => ({
  id: row.id,
  slug: row.slug,
  builtIn: row.builtIn,
  published: publishedOf(row),
  draft: draftOf(row),
  reviewedAt: isoOrNull(row.reviewedAt),
  findings,
  version: row.version,
});

export const pageSummaryOf = (row: PageSummaryRow): PageSummary => ({
  ...row,
  title: row.title ?? builtInText(row.slug)?.title ?? row.slug,
  publishedAt: isoOrNull(row.publishedAt),
  reviewedAt: isoOrNull(row.reviewedAt),
});

const textOf = ({ title, body, description }: PageText): PageText => ({ title, body, description });

export const isSameText = (one: PageText | null, other: PageText) => one !== null && isSame(textOf(one), textOf(other));

export function assertVersion(page: { version: number }, version: number) {
  if (page.version !== version) throw new DomainError('conflict', 'page_conflict', pageMessages.editConflict);
}

/** A whole text in an audit entry. */
export const auditText = ({ title, body, description }: PageText) => ({
  title,
  description,
  text: truncate(body, AUDIT_TEXT_MAX),
});

/** A changed text in an audit entry: of the body only the lines from the first to the last change. */
export function auditChange(before: PageText, after: PageText) {
  const [was, is] = [before.body.split('\n'), after.body.split('\n')];
  const shorter = Math.min(was.length, is.length);
  let start = 0;
  while (start < shorter && was[start] === is[start]) start += 1;
  let end = 0;
  while (end < shorter - start && was.at(-1 - end) === is.at(-1 - end)) end += 1;
  const changedLines = (lines: string[]) => lines.slice(start, lines.length - end).join('\n');
  const change = {
    before: auditText({ ...before, body: changedLines(was) }),
    after: auditText({ ...after, body: changedLines(is) }),
  };
  // Undefined only if the texts differ beyond the part that is recorded.
  return changesOf(change.before, change.after) ?? change;
}

/** What an undo restores: the audit log itself has shortened texts. */
export type PageSnapshot = {
  draft: PageText | null;
  published: PageText | null;
  /** Of the page before the change, which makes it the next one. */
  version: number;
};

/** Published texts are stored as versions, and needed only where these are deleted with the page. */
export const snapshotOf = (page: PageRow, published: PageText | null = null): PageSnapshot => ({
  draft: draftOf(page),
  published: published && textOf(published),
  version: page.version,
});
