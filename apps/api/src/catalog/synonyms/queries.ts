import { SYNONYM_GROUPS_MAX } from '@shop/contracts/catalog/synonyms/constants';
import { eq, sql } from 'drizzle-orm';
import { type Db, PREPARED } from '#platform/database/db.ts';
import { searchSynonyms } from './schema.ts';

/** The groups of synonyms that contain one of these words. Read for every search, so that a change takes effect at once. */
export const synonymGroups = (words: string[]) => sql`
  select to_json(words) as words from search_synonyms where words && ${sql.param(words)}::text[] order by id limit 20`;

export async function listSynonymGroups(db: Db, words: string[]) {
  if (words.length === 0) return [];
  const { rows } = await db.execute<{ words: string[] }>(sql`${PREPARED} ${synonymGroups(words)}`);
  return rows.map((row) => row.words);
}

/** The words of all groups that are spelled similarly. The table has few rows. */
export async function listSimilarSynonyms(db: Db, word: string) {
  const { rows } = await db.execute<{ word: string }>(sql`${PREPARED}
    select distinct word from search_synonyms, unnest(words) word where word % ${word} and word !~ ' ' limit 50`);
  return rows;
}

type GroupRow = { id: string; words: string[]; updatedAt: Date };

/** By their first words. */
export const listGroups = (db: Db): Promise<GroupRow[]> =>
  db.select().from(searchSynonyms).orderBy(searchSynonyms.words, searchSynonyms.id).limit(SYNONYM_GROUPS_MAX);

/** Spelled as in the lexicon, phrases with single spaces, without duplicates. */
export async function normalizeWords(db: Db, words: string[]) {
  const { rows } = await db.execute<{ word: string }>(sql`
    select word
      from unnest(${sql.param(words)}::text[]) with ordinality typed (text, place),
           lateral (select string_agg(token, ' ' order by at) as word
                      from search_tokens(text) with ordinality t (token, at)) phrase
     where word is not null group by word order by min(place)`);
  return rows.map(({ word }) => word);
}

/** Serializes creations until the transaction ends: both of two could be the last one. */
export async function lockCreation(tx: Db) {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('search synonyms'))`);
  return tx.$count(searchSynonyms);
}

export async function findSame(tx: Db, words: string[]) {
  const [group] = await tx.select().from(searchSynonyms).where(eq(searchSynonyms.words, words)).limit(1);
  return group;
}

export async function lockGroup(tx: Db, id: string) {
  const [group] = await tx.select().from(searchSynonyms).where(eq(searchSynonyms.id, id)).for('update');
  return group;
}

export async function insertGroup(tx: Db, group: { id?: string; words: string[] }) {
  const [stored] = await tx.insert(searchSynonyms).values(group).returning();
  if (!stored) throw new Error('The synonyms were not stored.');
  return stored;
}

export async function updateGroup(tx: Db, id: string, words: string[]) {
  const [stored] = await tx
    .update(searchSynonyms)
    .set({ words, updatedAt: sql`now()` })
    .where(eq(searchSynonyms.id, id))
    .returning();
  if (!stored) throw new Error('The synonyms were not stored.');
  return stored;
}

export const deleteGroup = (tx: Db, id: string) => tx.delete(searchSynonyms).where(eq(searchSynonyms.id, id));
