-- no-transaction
-- The most helpful reviews of a product, of a size and with photos. The previous release does not use them.
create index concurrently if not exists reviews_by_helpful
  on reviews (product_id, helpful_count desc, created_at desc, id desc) where status = 'approved';
create index concurrently if not exists reviews_of_size_by_helpful
  on reviews (product_id, size_bought, helpful_count desc, created_at desc, id desc)
  where status = 'approved' and size_bought is not null;
create index concurrently if not exists reviews_with_photos_by_helpful
  on reviews (product_id, helpful_count desc, created_at desc, id desc) where status = 'approved' and photo_count > 0;
