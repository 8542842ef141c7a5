-- breaking
-- The newest time step whose code was accepted: it and those before it are refused (RFC 6238, section 5.2).
alter table two_factors add column last_used_step bigint;

-- Recovery codes are stored as hashes. Those of former releases were readable with the key and are withdrawn: the account
-- settings show none left and make new ones. The release before cannot read the new form.
update two_factors set backup_codes = '[]';
