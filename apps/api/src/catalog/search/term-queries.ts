import { escapeLike } from '#platform/database/like.ts';
import type { Queries } from '#platform/database/search-connections.ts';
import { parameters } from './filter-queries.ts';
import { type LexiconWord, wordForms } from './rules.ts';

const COLUMNS = `w.key::text, w.word, w.in_names::float8, w.in_tags::float8, w.in_labels::float8,
                 w.in_descriptions::float8`;

/** A query word that is part of more lexicon words is vague: it is matched as text instead. */
export const MEANINGS_MAX = 250;

/** A trigram index needs three alphanumeric characters in a row. */
export const hasTrigram = (token: string) => /[\p{L}\p{N}]{3}/u.test(token);

/** The words normalized as in the lexicon, without duplicates, in their order. */
export async function listTokens(connection: Queries, words: string[]) {
  const { rows } = await connection.query<{ token: string }>({
    name: 'search_tokens',
    text: `select token from unnest($1::text[]) with ordinality typed (word, place), search_tokens(word) token
            order by place`,
    values: [words],
  });
  return [...new Set(rows.map(({ token }) => token))];
}

/** For each token, the lexicon words that contain it and those that are a form of it. */
export async function listFitting(connection: Queries, tokens: string[]) {
  const { values, add } = parameters();
  const selects = tokens.map((token, place) => {
    const pattern = add(`%${escapeLike(token)}%`);
    const byPairs = hasTrigram(token) ? '' : ` and search_pairs(w.word) @> search_pairs(${add(token)})`;
    const forms = `select search_key(form) from unnest(${add(wordForms(token))}::text[]) form`;
    return `(select ${place} as place, true as part, ${COLUMNS} from search_words w
              where w.word like ${pattern}${byPairs} limit ${MEANINGS_MAX + 1})
            union all (select ${place}, false, ${COLUMNS} from search_words w where w.key in (${forms}))`;
  });
  const { rows } = await connection.query<LexiconWord & { place: number; part: boolean }>(
    selects.join(' union all '),
    values,
  );
  return tokens.map((token, place) => ({
    token,
    parts: rows.filter((row) => row.place === place && row.part),
    forms: rows.filter((row) => row.place === place && !row.part),
  }));
}

/** The most common lexicon words with this prefix. */
export async function listStarting(connection: Queries, token: string) {
  const { rows } = await connection.query<LexiconWord>(
    `select ${COLUMNS} from search_words w where w.word like $1 order by w.in_names desc limit ${MEANINGS_MAX}`,
    [`${escapeLike(token)}%`],
  );
  return rows;
}

/** The lexicon words most similar by trigrams, and the most common with the same first two characters. */
export async function listSimilar(connection: Queries, token: string) {
  const ofLength = 'length(w.word) between $2 and $3';
  const { rows } = await connection.query<LexiconWord>(
    `(select ${COLUMNS} from search_words w where w.word % $1 and ${ofLength}
       order by similarity(w.word, $1) desc limit 50)
     union (select ${COLUMNS} from search_words w where w.word like $4 and ${ofLength}
             order by w.in_names desc limit 200)`,
    [token, token.length - 2, token.length + 3, `${escapeLike([...token].slice(0, 2).join(''))}%`],
  );
  return rows;
}

const SKU_PRODUCTS = 12;

/** Products with a variant whose SKU starts with this, an exact match first. */
export async function listProductsOfSku(connection: Queries, sku: string) {
  const { rows } = await connection.query<{ id: string }>(
    `select v.product_id as id
       from (select product_id, upper(sku) as sku from variants
              where upper(sku) like $1 and archived_at is null order by upper(sku) limit 200) v
       join product_search s using (product_id)
      group by v.product_id order by min(v.sku), v.product_id limit ${SKU_PRODUCTS}`,
    [`${escapeLike(sku.toUpperCase())}%`],
  );
  return rows.map(({ id }) => id);
}
