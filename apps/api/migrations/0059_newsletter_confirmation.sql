-- SHA-256 of the secret in the newest confirmation link. The token, which every newsletter has, only unsubscribes. Null:
-- requested by the release before, whose first confirmation still uses the token.
alter table newsletter_subscribers add column confirm_hash text;
