-- no-transaction
-- The filters of the reviews on a product page.
create index concurrently if not exists reviews_of_size on reviews (product_id, size_bought, created_at desc, id desc)
  where status = 'approved' and size_bought is not null;
create index concurrently if not exists reviews_with_photos on reviews (product_id, created_at desc, id desc)
  where status = 'approved' and photo_count > 0;
