-- The list of products is narrowed to those of which few pieces, or none, are left: every such product has a row in
-- low_stock, which is walked in the order of the list.
create index low_stock_of_product on low_stock (product_id);

-- Those that are switched off count as out of stock, whatever lies on the shelf.
create index products_not_sold on products (status, id) where not sellable;
