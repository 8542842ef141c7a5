import { undoMessages } from '@shop/contracts/audit/undo-messages';
import { SYNONYM_GROUPS_MAX } from '@shop/contracts/catalog/synonym-constants';
import { synonymMessages as messages } from '@shop/contracts/catalog/synonym-messages';
import { type SynonymGroup, SynonymWords } from '@shop/contracts/catalog/synonym-schema';
import { assertUnchangedSince, record, type UndoableEntry, undoConflict } from '#audit/service.ts';
import { invalid } from '#catalog/products/edit-rules.ts';
import { isSame } from '#platform/changes.ts';
import type { Db } from '#platform/database/db.ts';
import { DomainError } from '#platform/errors.ts';
import type { Actor } from '#platform/http/access.ts';
import {
  deleteGroup,
  findSame,
  type GroupRow,
  insertGroup,
  listGroups,
  lockCreation,
  lockGroup,
  normalizeWords,
  updateGroup,
} from './synonym-queries.ts';

const synonymGroup = ({ id, words, updatedAt }: GroupRow): SynonymGroup => ({
  id,
  words,
  updatedAt: updatedAt.toISOString(),
});

export const browseSynonyms = async (db: Db) => (await db.run(listGroups())).map(synonymGroup);

/** A group with the same words is not added again. */
export async function createSynonyms(tx: Db, actor: Actor, draft: SynonymWords) {
  const words = await readWords(tx, draft);
  const count = await lockCreation(tx);
  const same = await tx.run(findSame(words));
  if (same) return synonymGroup(same);
  assertFewer(count);
  const group = await tx.run(insertGroup({ words }));
  await recordChange(tx, actor, 'synonyms.create', group.id, null, words);
  return synonymGroup(group);
}

export async function saveSynonyms(tx: Db, actor: Actor, id: string, draft: SynonymWords) {
  const words = await readWords(tx, draft);
  const group = await lockExisting(tx, id);
  if (isSame(group.words, words)) return synonymGroup(group);
  await recordChange(tx, actor, 'synonyms.save', id, group.words, words);
  return synonymGroup(await tx.run(updateGroup(id, words)));
}

export async function deleteSynonyms(tx: Db, actor: Actor, id: string) {
  const group = await lockExisting(tx, id);
  await tx.run(deleteGroup(id));
  await recordChange(tx, actor, 'synonyms.delete', id, group.words, null);
}

/** From the audit log. A deleted group gets its previous id. */
export async function undoSynonymsEntry(tx: Db, actor: Actor, entry: UndoableEntry) {
  const { entityId: id } = entry;
  const words = entry.before && SynonymWords.parse(entry.before).words;
  if (words && !entry.after) {
    const count = await lockCreation(tx);
    if (await tx.run(findSame(words))) throw undoConflict(undoMessages.conflict([]));
    assertFewer(count);
    await tx.run(insertGroup({ id, words }));
    return recordChange(tx, actor, 'synonyms.undo', id, null, words);
  }
  const group = await lockExisting(tx, id);
  assertUnchangedSince(entry, { words: group.words });
  await (words ? tx.run(updateGroup(id, words)) : tx.run(deleteGroup(id)));
  return recordChange(tx, actor, 'synonyms.undo', id, group.words, words);
}

function assertFewer(count: number) {
  if (count >= SYNONYM_GROUPS_MAX) throw new DomainError('conflict', 'too_many_synonyms', messages.tooManyGroups);
}

async function readWords(tx: Db, draft: SynonymWords) {
  const words = (await tx.run(normalizeWords(draft.words))).map(({ word }) => word);
  if (words.length < 2) throw invalid([{ field: 'words', message: messages.tooFew }]);
  return words;
}

async function lockExisting(tx: Db, id: string) {
  const group = await tx.run(lockGroup(id));
  if (!group) throw new DomainError('not_found', 'synonyms_not_found', messages.notFound);
  return group;
}

type Action = 'synonyms.create' | 'synonyms.save' | 'synonyms.delete' | 'synonyms.undo';

const recordChange = (
  tx: Db,
  actor: Actor,
  action: Action,
  entityId: string,
  before: string[] | null,
  after: string[] | null,
) =>
  record(tx, actor, {
    action,
    entity: 'synonyms',
    entityId,
    before: before && { words: before },
    after: after && { words: after },
  });
