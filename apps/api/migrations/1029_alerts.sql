create table alerts (
  kind        text not null,
  reference   text not null,
  details     jsonb not null,
  notified_at timestamptz,
  primary key (kind, reference)
);
comment on table alerts is
  'alerts. What needs the attention of the owners, for as long as it does. Reported once; an alert that is resolved '
  'and recurs later is reported again.';
comment on column alerts.reference is 'The id of what the alert is about, or the name of a check.';
comment on column alerts.notified_at is 'When it was in an email to the owners. Null: not yet.';
create index alerts_by_notified_at on alerts (notified_at);
