-- Who is not a customer works here, and has one of these parts; what each may do is told in one table of the contracts.
alter table users add constraint users_role_known
  check (role in ('customer', 'admin', 'owner', 'manager', 'packer', 'support', 'content', 'read-only'));

-- Any choice of status and payment is at most fifteen stretches of this index, each newest first. It takes the place of
-- the one by status alone.
create index orders_by_state on orders (status, payment_status, created_at desc, id desc);
drop index orders_by_status;

-- Orders are looked for by their buyers: by words of the name, or by the beginning of the e-mail address.
create index users_by_words on users using gin (searchable(name) gin_trgm_ops);
create index users_by_email_prefix on users (email text_pattern_ops);
