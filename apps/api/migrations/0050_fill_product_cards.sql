-- no-transaction
-- The cards of all products that exist.
call fill_product_cards();

-- Only now, as the integrity check does not have to look at all of them.
create or replace trigger invariant_change after insert or update or delete on product_cards
  for each row execute function record_invariant_change('product', 'product_id');
