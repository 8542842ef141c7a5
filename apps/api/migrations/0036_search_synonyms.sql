-- Words that search treats as the same. The previous release ignores the table.

create table search_synonyms (
  id         uuid primary key default uuid_v7(),
  -- Spelled as in search_words: in lower case, without accents and spaces.
  words      text[] not null check (cardinality(words) between 2 and 20),
  updated_at timestamptz not null default now()
);
create index search_synonyms_words on search_synonyms using gin (words) with (fastupdate = off);
