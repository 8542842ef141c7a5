-- Set when somebody becomes staff, and at each login of theirs by the password they give: until they have a password that
-- is strong enough for staff, the admin panel stays closed.
alter table users add column needs_new_password boolean not null default false;
