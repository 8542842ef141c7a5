create extension if not exists pg_trgm;
create extension if not exists unaccent;

-- Time-ordered ids (RFC 9562, version 7): new rows are added at the end of every index. The last 8 characters are
-- random; order and ticket numbers are made of them.
create function uuid_v7() returns uuid language sql volatile parallel safe as $$
  select encode(
    set_bit(
      set_bit(
        overlay(uuid_send(gen_random_uuid())
          placing substring(int8send(floor(extract(epoch from clock_timestamp()) * 1000)::bigint) from 3)
          from 1 for 6),
        52, 1),
      53, 1),
    'hex')::uuid
$$;

create function touch_updated_at() returns trigger language plpgsql as $$
begin
  new.updated_at := now();
  return new;
end $$;

-- The form in which search compares texts: lower case, without accents. Declared immutable, which unaccent is not,
-- because its dictionary never changes here; names are qualified so that a restore resolves them.
create function searchable(words text) returns text language sql immutable strict parallel safe as $$
  select lower(public.unaccent('public.unaccent', words))
$$;

-- The job queue inserts the name of a task with its first job, and every other transaction that enqueues the same task
-- waits for that insert to commit. If it holds stock rows that the first transaction still needs, that is a deadlock.
-- Tasks that are enqueued by transactions with such locks, like those of orders, therefore exist from the start.
insert into graphile_worker._private_tasks (identifier)
values ('send_email'), ('publish_notifications'), ('refund_payment'), ('process_webhook'), ('notify_back_in_stock'),
       ('index_products_of'), ('refresh_collection_products')
    on conflict do nothing;
