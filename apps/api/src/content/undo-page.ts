import { undoMessages } from '@shop/contracts/audit/undo-messages';
import { PageText } from '@shop/contracts/content/admin-schema';
import { z } from 'zod';
import { assertUnchangedSince, record, type UndoableEntry, undoConflict } from '#audit/service.ts';
import type { Db } from '#platform/database/db.ts';
import { recordEffect } from '#platform/dry-run.ts';
import type { Actor } from '#platform/http/access.ts';
import { getVersion, pageNotFound } from './browse-pages.ts';
import { addPage, checkFigures, deleteWithEntry, publishText } from './edit-page.ts';
import { lockPage, updateDraft, updateUnpublished } from './page-queries.ts';
import {
  auditChange,
  auditText,
  draftOf,
  isSameText,
  type PageRow,
  type PageSnapshot,
  publishedOf,
} from './page-rules.ts';

const Snapshot: z.ZodType<PageSnapshot> = z.object({
  draft: PageText.nullable(),
  published: PageText.nullable(),
  version: z.number().int(),
});
const Edited = z.object({ snapshot: Snapshot });
const Deleted = z.object({ slug: z.string(), snapshot: Snapshot });
const Numbered = z.object({ number: z.number().int() });

const changedSince = () => undoConflict(undoMessages.conflict([]));

export async function undoPageEntry(tx: Db, actor: Actor, entry: UndoableEntry) {
  if (entry.action === 'page.delete') return restorePage(tx, actor, entry);
  const page = await lockPage(tx, entry.entityId);
  if (!page) throw pageNotFound();
  // A page restored after its deletion starts again with version 1: earlier entries are about other versions.
  if (entry.createdAt < page.createdAt) throw changedSince();
  if (entry.action === 'page.create') return undoCreation(tx, actor, page);
  if (entry.action === 'page.publish') return undoPublication(tx, actor, page, entry);
  if (entry.action === 'page.restore') return undoRestoration(tx, actor, page, entry);
  return undoDraftChange(tx, actor, page, entry);
}

/** Every change increases the version: only the first draft of a new page has version 1. */
async function undoCreation(tx: Db, actor: Actor, page: PageRow) {
  if (page.version !== 1 || publishedOf(page)) throw changedSince();
  await deleteWithEntry(tx, actor, page, 'page.undo');
}

/** A saved or discarded draft becomes the one before, or none. */
async function undoDraftChange(tx: Db, actor: Actor, page: PageRow, { before }: UndoableEntry) {
  const { snapshot } = Edited.parse(before);
  if (page.version !== snapshot.version + 1) throw changedSince();
  await replaceDraft(tx, actor, page, snapshot.draft);
}

/** A restored version is a draft that there was not before. */
async function undoRestoration(tx: Db, actor: Actor, page: PageRow, { after }: UndoableEntry) {
  const restored = await getVersion(tx, page, Numbered.parse(after).number);
  if (!isSameText(draftOf(page), restored)) throw changedSince();
  await replaceDraft(tx, actor, page, null);
}

async function replaceDraft(tx: Db, actor: Actor, page: PageRow, draft: PageText | null) {
  const published = publishedOf(page);
  const [now, then] = [draftOf(page) ?? published, draft ?? published];
  if (!now || !then) throw changedSince();
  await tx.run(updateDraft(page.id, draft));
  recordEffect({ kind: 'changed', what: 'page', change: 'updated', count: 1 });
  await record(tx, actor, { action: 'page.undo', entity: 'page', entityId: page.id, ...auditChange(now, then) });
}

/** Shoppers see the version before, if there was one. The published text is the draft again, as it was. */
async function undoPublication(tx: Db, actor: Actor, page: PageRow, entry: UndoableEntry) {
  const published = publishedOf(page);
  assertUnchangedSince({ entity: 'page', after: Numbered.parse(entry.after) }, { number: published?.number ?? null });
  if (!published || draftOf(page)) throw changedSince();
  const previous = entry.before && (await getVersion(tx, page, Numbered.parse(entry.before).number));
  // Version 0 is the built-in text, which is shown while no version is published.
  await tx.run(updateUnpublished(page.id, published, previous?.number || null));
  await checkFigures(tx, page.id, previous);
  recordEffect({ kind: 'changed', what: 'page', change: 'updated', count: 1 });
  await record(tx, actor, {
    action: 'page.undo',
    entity: 'page',
    entityId: page.id,
    before: { number: published.number, title: published.title },
    after: { number: previous?.number ?? null, title: previous?.title ?? published.title },
  });
}

/** With its previous id and texts. Earlier versions were deleted with it: the published text is version 1. */
async function restorePage(tx: Db, actor: Actor, { entityId: id, before }: UndoableEntry) {
  const { slug, snapshot } = Deleted.parse(before);
  const { draft, published } = snapshot;
  const text = published ?? draft;
  if (!text) throw changedSince();
  await addPage(tx, slug, text, id);
  if (published) await publishText(tx, actor, id, published);
  if (published && draft) await tx.run(updateDraft(id, draft));
  recordEffect({ kind: 'changed', what: 'page', change: 'restored', count: 1 });
  await record(tx, actor, {
    action: 'page.undo',
    entity: 'page',
    entityId: id,
    before: null,
    after: { slug, ...auditText(text) },
  });
}
