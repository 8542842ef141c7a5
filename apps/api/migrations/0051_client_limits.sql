-- Units that customers without a confirmed email address may hold in open checkouts, together, for each client.
alter table store_settings add column client_units_limit integer not null default 50 check (client_units_limit > 0);
