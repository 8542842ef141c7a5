-- no-transaction
-- Takes about two minutes for 300,000 products; nobody waits for it, and the release before goes on meanwhile.
call fill_search_texts();
create index concurrently if not exists product_search_matches on product_search using gin (terms, text_pairs(texts)) with (fastupdate = off);
drop index concurrently if exists product_search_terms;
