import { SYNONYM_GROUPS_MAX } from '@shop/contracts/catalog/synonym-constants';
import type { Db } from '#platform/database/db.ts';
import { list, number, type Row, text, timestamp, uuid } from '#platform/database/row.ts';
import { all, columnsOf, count, first, one, rowsOf, sql } from '#platform/database/sql.ts';

/** The groups of synonyms that contain one of these words. Read for every search, so that a change takes effect at once. */
export const synonymGroups = (words: string[]) => sql`
  select words from search_synonyms where words && ${words}::text[] order by id limit 20`;

export async function listSynonymGroups(db: Db, words: string[]) {
  if (words.length === 0) return [];
  const statement = all('synonyms.listOf', { words: list(text) }, { prepare: true });
  return (await db.run(statement`${synonymGroups(words)}`)).map((row) => row.words);
}

/** The words of all groups that are spelled similarly. The table has few rows. */
export const listSimilarSynonyms = (word: string) =>
  all('synonyms.listSimilar', { word: text }, { prepare: true })`
    select distinct word from search_synonyms, unnest(words) word where word % ${word} and word !~ ' ' limit 50`;

const group = { id: uuid, words: list(text), updatedAt: timestamp };
const COLUMNS = columnsOf(group);
export type GroupRow = Row<typeof group>;

/** By their first words. */
export const listGroups = () =>
  all('synonyms.list', group)`
    select ${COLUMNS} from search_synonyms order by words, id limit ${SYNONYM_GROUPS_MAX}`;

/** Spelled as in the lexicon, phrases with single spaces, without duplicates. */
export const normalizeWords = (words: string[]) =>
  all('synonyms.normalizeWords', { word: text })`
    select word
      from unnest(${words}::text[]) with ordinality typed (text, place),
           lateral (select string_agg(token, ' ' order by at) as word
                      from search_tokens(text) with ordinality t (token, at)) phrase
     where word is not null group by word order by min(place)`;

/** Serializes creations until the transaction ends: both of two could be the last one. Returns the number of groups. */
export async function lockCreation(tx: Db) {
  await tx.run(count('synonyms.lockCreation')`select from pg_advisory_xact_lock(hashtext('search synonyms'))`);
  const { groups } = await tx.run(
    one('synonyms.count', { groups: number })`select count(*) as groups from search_synonyms`,
  );
  return groups;
}

export const findSame = (words: string[]) =>
  first('synonyms.findSame', group)`select ${COLUMNS} from search_synonyms where words = ${words}::text[] limit 1`;

export const lockGroup = (id: string) =>
  first('synonyms.lock', group)`select ${COLUMNS} from search_synonyms where id = ${id} for update`;

export const insertGroup = (values: { id?: string; words: string[] }) =>
  one('synonyms.insert', group)`insert into search_synonyms ${rowsOf([values])} returning ${COLUMNS}`;

export const updateGroup = (id: string, words: string[]) =>
  one('synonyms.update', group)`
    update search_synonyms set words = ${words}, updated_at = now() where id = ${id} returning ${COLUMNS}`;

export const deleteGroup = (id: string) => count('synonyms.delete')`delete from search_synonyms where id = ${id}`;
