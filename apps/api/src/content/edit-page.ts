import { pageMessages } from '@shop/contracts/content/admin-messages';
import type { EditedPage, NewPage, PageDraft, PageText } from '@shop/contracts/content/admin-schema';
import { PAGES_MAX } from '@shop/contracts/content/constants';
import { record } from '#audit/service.ts';
import type { Db } from '#platform/database/db.ts';
import { violatesConstraint } from '#platform/database/errors.ts';
import { recordEffect } from '#platform/dry-run.ts';
import { DomainError } from '#platform/errors.ts';
import type { Actor } from '#platform/http/access.ts';
import { getPublicSettings } from '#settings/service.ts';
import { getPage, getVersion, pageNotFound } from './browse-pages.ts';
import { findContradictions } from './figure-rules.ts';
import { replaceFindings } from './finding-queries.ts';
import {
  countPages,
  deletePage,
  insertPage,
  insertVersion,
  lockPage,
  updateDraft,
  updatePublished,
  updateReviewed,
} from './page-queries.ts';
import {
  assertVersion,
  auditChange,
  auditText,
  draftOf,
  isSameText,
  type PageRow,
  publishedOf,
  snapshotOf,
} from './page-rules.ts';

/** A page of the owner's own, as a draft. */
export async function createPage(tx: Db, actor: Actor, { slug, ...text }: NewPage) {
  const id = await addPage(tx, slug, text);
  const after = { slug, ...auditText(text) };
  await record(tx, actor, { action: 'page.create', entity: 'page', entityId: id, before: null, after });
  return getPage(tx, id);
}

/** As a draft; `previousId` is that of a deleted page that is restored. */
export async function addPage(tx: Db, slug: string, text: PageText, previousId?: string) {
  const { count } = await tx.run(countPages());
  if (count >= PAGES_MAX) throw new DomainError('conflict', 'too_many_pages', pageMessages.tooMany);
  const { id } = await tx.run(insertPage(slug, text, previousId)).catch((error: unknown) => {
    if (!violatesConstraint(error, 'pages_slug_key')) throw error;
    const message = pageMessages.slugTaken;
    throw new DomainError('conflict', 'slug_taken', message, { errors: [{ field: 'slug', message }] });
  });
  return id;
}

/** Saving the text that is already the draft, or the published one, changes nothing: a repeated request is harmless. */
export const saveDraft = (db: Db, actor: Actor, id: string, { version, ...text }: PageDraft) =>
  changePage(db, id, async (tx, page) => {
    const before = draftOf(page) ?? publishedOf(page);
    if (!before || isSameText(before, text)) return;
    assertVersion(page, version);
    await tx.run(updateDraft(id, text));
    const change = auditChange(before, text);
    await record(tx, actor, {
      action: 'page.save_draft',
      entity: 'page',
      entityId: id,
      before: { ...change.before, snapshot: snapshotOf(page) },
      after: change.after,
    });
  });

export const discardDraft = (db: Db, actor: Actor, id: string, version: number) =>
  changePage(db, id, async (tx, page) => {
    const draft = draftOf(page);
    if (!draft) return;
    assertVersion(page, version);
    if (!publishedOf(page)) throw new DomainError('conflict', 'page_not_published', pageMessages.notPublished);
    await tx.run(updateDraft(id, null));
    await record(tx, actor, {
      action: 'page.discard_draft',
      entity: 'page',
      entityId: id,
      before: { ...auditText(draft), snapshot: snapshotOf(page) },
      after: null,
    });
  });

/** The draft becomes a new version. Without a draft the public text is accepted as it is: a repeat changes nothing. */
export const publishPage = (db: Db, actor: Actor, id: string, version: number) =>
  changePage(db, id, async (tx, page) => {
    const draft = draftOf(page);
    if (!draft) return reviewPage(tx, actor, page);
    assertVersion(page, version);
    const published = await publishText(tx, actor, id, draft);
    const before = publishedOf(page);
    await record(tx, actor, {
      action: 'page.publish',
      entity: 'page',
      entityId: id,
      before: before && { number: before.number, title: before.title },
      after: { number: published.number, title: draft.title },
    });
  });

/** As a new version of a locked page. */
export async function publishText(tx: Db, actor: Actor, id: string, text: PageText) {
  const published = await tx.run(insertVersion(id, text, actor.id));
  await tx.run(updatePublished(id, published.id));
  await checkFigures(tx, id, text);
  return published;
}

/** Replaces the findings about the text that shoppers see. */
export const checkFigures = async (tx: Db, id: string, text: PageText | null) =>
  replaceFindings(tx, id, text ? findContradictions(text.body, await getPublicSettings(tx)) : []);

/** The text of an older version becomes the draft. Never replaces another draft. */
export const restoreVersion = (db: Db, actor: Actor, id: string, number: number, version: number) =>
  changePage(db, id, async (tx, page) => {
    const { number: _number, ...text } = await getVersion(tx, page, number);
    const [draft, published] = [draftOf(page), publishedOf(page)];
    if (isSameText(draft ?? published, text)) return;
    if (draft) throw new DomainError('conflict', 'draft_exists', pageMessages.draftExists);
    assertVersion(page, version);
    await tx.run(updateDraft(id, text));
    await record(tx, actor, {
      action: 'page.restore',
      entity: 'page',
      entityId: id,
      before: published && { number: published.number },
      after: { number },
    });
  });

/** The owner accepts the text as it is, the built-in one for example. */
export const markReviewed = (db: Db, actor: Actor, id: string) =>
  changePage(db, id, (tx, page) => reviewPage(tx, actor, page));

async function reviewPage(tx: Db, actor: Actor, { id, reviewedAt }: PageRow) {
  if (reviewedAt !== null) return;
  await tx.run(updateReviewed(id));
  await record(tx, actor, {
    action: 'page.review',
    entity: 'page',
    entityId: id,
    before: { reviewed: false },
    after: { reviewed: true },
  });
}

export const removePage = (db: Db, actor: Actor, id: string) =>
  db.transaction(async (tx) => {
    const page = await lockPage(tx, id);
    if (!page) throw pageNotFound();
    if (page.builtIn) throw new DomainError('conflict', 'page_built_in', pageMessages.builtInDelete);
    await deleteWithEntry(tx, actor, page, 'page.delete');
  });

/** Deletes a locked page with all its versions. */
export async function deleteWithEntry(tx: Db, actor: Actor, page: PageRow, action: 'page.delete' | 'page.undo') {
  const published = publishedOf(page);
  const text = published ?? draftOf(page);
  await tx.run(deletePage(page.id));
  recordEffect({ kind: 'deleted', what: 'page', count: 1 });
  await record(tx, actor, {
    action,
    entity: 'page',
    entityId: page.id,
    before: { slug: page.slug, ...(text && auditText(text)), snapshot: snapshotOf(page, published) },
    after: null,
  });
}

/** Locks the page for the change, and returns it as it is afterwards. */
const changePage = (db: Db, id: string, change: (tx: Db, page: PageRow) => Promise<void>): Promise<EditedPage> =>
  db.transaction(async (tx) => {
    const page = await lockPage(tx, id);
    if (!page) throw pageNotFound();
    await change(tx, page);
    return getPage(tx, id);
  });
