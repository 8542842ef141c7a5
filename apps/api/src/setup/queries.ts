import { bool, json, oneOf, orNull, present, text, timestamp } from '#platform/database/row.ts';
import { all, columnsOf, count, first, one, rowsOf } from '#platform/database/sql.ts';
import { CHECK_KINDS, CheckDetails, type SetupCheck } from './rules.ts';

type CheckKind = SetupCheck['kind'];

const check = { kind: oneOf(CHECK_KINDS), passed: orNull(bool), details: json(CheckDetails), checkedAt: timestamp };

/** One row per kind. */
export const listSetupChecks = () => all('setup.checks', check)`select ${columnsOf(check)} from setup_checks`;

export const findSetupCheck = (kind: CheckKind) =>
  first('setup.findCheck', check)`select ${columnsOf(check)} from setup_checks where kind = ${kind}`;

export const saveSetupCheck = (values: { kind: CheckKind; passed: boolean; details: CheckDetails }) =>
  count('setup.saveCheck')`
    insert into setup_checks ${rowsOf([values])}
        on conflict (kind) do update set passed = excluded.passed, details = excluded.details, checked_at = now()`;

/** Counts the row if it was new or changed: the same state saved twice changes nothing. */
export const insertConfirmation = (kind: CheckKind, passed: boolean) =>
  count('setup.insertConfirmation')`
    insert into setup_checks ${rowsOf([{ kind, passed }])}
        on conflict (kind) do update set passed = excluded.passed, checked_at = now()
     where setup_checks.passed is distinct from excluded.passed`;

/** 0 while an email requested within the last minute is awaited: a form that is sent twice sends one email. */
export const startEmailCheck = () =>
  count('setup.startEmailCheck')`
    insert into setup_checks (kind, passed) values ('email', null)
        on conflict (kind) do update set passed = null, details = '{}', checked_at = now()
     where setup_checks.passed is not null or setup_checks.checked_at < now() - interval '1 minute'`;

/** Products in stock are looked for among this many: a store without any would read all its products. */
const NEWEST_PRODUCTS = 1_000;

const content = {
  category: orNull(text),
  brand: orNull(text),
  product: orNull(text),
  hasReviewedPages: bool,
  hasSecondOwner: bool,
  hasTwoFactor: present(bool, 'the user is logged in'),
};

/** The first of each: no table is counted. */
export const findStoreContent = (userId: string) =>
  one('setup.content', content)`
    select (select name from categories order by id limit 1) as category,
           (select name from brands order by id limit 1) as brand,
           (select newest.name
              from (select id, name from products where status = 'published' and sellable order by id desc
                     limit ${NEWEST_PRODUCTS}) newest
             where exists (select from stock k join variants v on v.id = k.variant_id
                            where k.product_id = newest.id and k.available > 0 and v.archived_at is null)
             limit 1) as product,
           not exists (select from pages where built_in and reviewed_at is null) as has_reviewed_pages,
           (select count(*) > 1
              from (select from users where role in ('admin', 'owner') and deleted_at is null limit 2) owners
           ) as has_second_owner,
           (select two_factor_enabled from users where id = ${userId}) as has_two_factor`;
