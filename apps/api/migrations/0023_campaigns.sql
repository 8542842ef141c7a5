-- Whom a promotion may reach, in the order in which they are told: nobody else's row is read.
create index users_agreed on users (id) where wants_marketing and deleted_at is null;

-- About how many that were when the promotion was written, so that progress is "so many of about so many".
alter table campaigns add column expected bigint not null default 0;
create index campaigns_unfinished on campaigns (id) where finished_at is null;
