create extension if not exists pg_trgm;
create extension if not exists unaccent;

-- Time-ordered ids (RFC 9562, version 7): new rows land at the end of every index, and the last
-- 8 characters are random, which is what an order number is made of.
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

-- How search compares texts: lower case, without accents. Declared immutable, which unaccent is not,
-- because the shop never changes the dictionary; names are qualified so that a restore finds them.
create function searchable(words text) returns text language sql immutable strict parallel safe as $$
  select lower(public.unaccent('public.unaccent', words))
$$;
