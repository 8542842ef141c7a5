import pg from 'pg';
import { afterAll, describe, expect, inject, test } from 'vitest';
import { grantRuntimeRole } from '#platform/database/runtime-role.ts';
import { asRuntimeRole } from '#test/sample-database.ts';
import { createTestDatabase } from '#test/test-store.ts';

// All other API tests use this role too: they prove what it can do, this file what it cannot.
const databaseUrl = await createTestDatabase();
const runtimeUrl = asRuntimeRole(databaseUrl, inject('runtimeRole'));
const runtime = new pg.Pool({ connectionString: runtimeUrl, max: 1 });
const owner = new pg.Pool({ connectionString: databaseUrl, max: 1 });
afterAll(() => Promise.all([runtime.end(), owner.end()]));

const INSUFFICIENT_PRIVILEGE = { code: '42501' };

describe('the database role of API and worker', () => {
  test.each([
    ['cannot create a table', 'create table loot (id int)'],
    ['cannot drop a table', 'drop table orders'],
    ['cannot alter a table', 'alter table users add column backdoor text'],
    ['cannot truncate a table', 'truncate orders cascade'],
    ['cannot disable triggers', 'alter table stock disable trigger all'],
    ['cannot drop a function', 'drop function uuid_v7'],
    ['cannot create a function', "create function public.loot() returns int language sql as 'select 1'"],
    ['cannot read database passwords', 'select * from pg_authid'],
    ['cannot read files of the server', "select pg_read_file('/etc/passwd')"],
    ['cannot run programs on the server', "copy (select 1) to program 'true'"],
    ['cannot create a role', 'create role loot superuser'],
    ['cannot set another role', 'set role postgres'],
    ['cannot create a database', 'create database loot'],
    ['cannot change the list of migrations', 'delete from schema_migrations'],
    ['cannot delete an audit entry', 'delete from audit_log'],
    ['cannot remove the mark of an undone audit entry', 'delete from audit_undos'],
    ['cannot change the actor of an audit entry', 'update audit_log set actor_user_id = null'],
    ['cannot change the time of an audit entry', 'update audit_log set created_at = now()'],
    ['cannot change an invoice', "update invoices set number = 'INV-1'"],
    ['cannot delete an invoice', 'delete from invoices'],
  ])('%s', async (_rule, statement) => {
    await expect(runtime.query(statement)).rejects.toMatchObject(INSUFFICIENT_PRIVILEGE);
  });

  test('gets access to a table of a later migration when setup runs again', async () => {
    await owner.query('create table later (id int)');
    await expect(runtime.query('select from later')).rejects.toMatchObject(INSUFFICIENT_PRIVILEGE);

    expect(await grantRuntimeRole(databaseUrl, runtimeUrl)).toBe(true);

    await expect(runtime.query('insert into later values (1)')).resolves.toMatchObject({ rowCount: 1 });
  });
});

test('setup rejects a superuser as the role of API and worker', async () => {
  const role = `${inject('runtimeRole')}_super`;
  await owner.query(`create role ${role} login superuser`);

  await expect(grantRuntimeRole(databaseUrl, asRuntimeRole(databaseUrl, role))).rejects.toThrow(
    `The role ${role} of DATABASE_URL may do more than read and write rows`,
  );

  await owner.query(`drop role ${role}`);
});

test('a single role for setup, API and worker needs no grants', async () => {
  expect(await grantRuntimeRole(databaseUrl, databaseUrl)).toBe(false);
});
