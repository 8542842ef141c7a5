-- The queue notes a kind of job when the first of it is asked for, and whoever asks for it at the same moment waits: while
-- they hold the pieces the first still wants, that is a deadlock. Those asked for within an order's transaction are known
-- from the start.
insert into graphile_worker._private_tasks (identifier)
values ('send_email'), ('publish_notifications'), ('refund_payment'), ('process_webhook'), ('notify_back_in_stock'), ('index_products_of')
    on conflict do nothing;
