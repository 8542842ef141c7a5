-- A new slug needs no look-up: in a statement that inserts many products each look-up scanned all slugs, because its plan
-- was made while the table was small (11.5 of 16 s for 10,001 products).
create or replace function record_product_slug() returns trigger language plpgsql as $$
begin
  insert into product_slugs (slug, product_id) values (new.slug, new.id) on conflict (slug) do nothing;
  if not found and not exists (select from product_slugs where slug = new.slug and product_id = new.id) then
    raise unique_violation using constraint = 'product_slugs_pkey',
      message = format('slug %L belongs to another product', new.slug);
  end if;
  return null;
end $$;
