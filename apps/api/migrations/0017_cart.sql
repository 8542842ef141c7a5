-- A cart counts what its own unpaid checkouts hold as still to be had, at every look at it.
create index checkouts_open_of_cart on checkouts (cart_id) where status = 'open';
