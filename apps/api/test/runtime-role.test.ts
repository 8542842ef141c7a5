import pg from 'pg';
import { afterAll, describe, expect, inject, test } from 'vitest';
import { grantRuntimeRole } from '#platform/runtime-role.ts';
import { asRuntimeRole } from './sample-database.ts';
import { createTestDatabase } from './test-store.ts';

// Every other test of the API works as this role too: what it may do is proven there, what it may not, here.
const databaseUrl = await createTestDatabase();
const runtimeUrl = asRuntimeRole(databaseUrl, inject('runtimeRole'));
const runtime = new pg.Pool({ connectionString: runtimeUrl, max: 1 });
const owner = new pg.Pool({ connectionString: databaseUrl, max: 1 });
afterAll(() => Promise.all([runtime.end(), owner.end()]));

const INSUFFICIENT_PRIVILEGE = { code: '42501' };

describe('the role of API and worker', () => {
  test.each([
    ['creates no table', 'create table loot (id int)'],
    ['drops no table', 'drop table orders'],
    ['alters no table', 'alter table users add column backdoor text'],
    ['truncates no table of record', 'truncate orders cascade'],
    ['switches no trigger off', 'alter table stock disable trigger all'],
    ['drops no function of the schema', 'drop function uuid_v7'],
    ['creates no function', "create function public.loot() returns int language sql as 'select 1'"],
    ['reads no password of the server', 'select * from pg_authid'],
    ['reads no file of the server', "select pg_read_file('/etc/passwd')"],
    ['runs no program of the server', "copy (select 1) to program 'true'"],
    ['creates no role', 'create role loot superuser'],
    ['becomes no other role', 'set role postgres'],
    ['creates no database', 'create database loot'],
    ['rewrites no migration', 'delete from schema_migrations'],
    ['deletes no audit entry', 'delete from audit_log'],
    ['renames no actor of an audit entry', 'update audit_log set actor_user_id = null'],
    ['moves no audit entry in time', 'update audit_log set created_at = now()'],
  ])('%s', async (_rule, statement) => {
    await expect(runtime.query(statement)).rejects.toMatchObject(INSUFFICIENT_PRIVILEGE);
  });

  test('is granted a table that a later migration adds when setup runs again', async () => {
    await owner.query('create table later (id int)');
    await expect(runtime.query('select from later')).rejects.toMatchObject(INSUFFICIENT_PRIVILEGE);

    expect(await grantRuntimeRole(databaseUrl, runtimeUrl)).toBe(true);

    await expect(runtime.query('insert into later values (1)')).resolves.toMatchObject({ rowCount: 1 });
  });
});

test('setup refuses a role for API and worker that may do everything', async () => {
  const role = `${inject('runtimeRole')}_super`;
  await owner.query(`create role ${role} login superuser`);

  await expect(grantRuntimeRole(databaseUrl, asRuntimeRole(databaseUrl, role))).rejects.toThrow(
    `The role ${role} of DATABASE_URL may do more than read and write rows`,
  );

  await owner.query(`drop role ${role}`);
});

test('one role for setup, API and worker needs no grants', async () => {
  expect(await grantRuntimeRole(databaseUrl, databaseUrl)).toBe(false);
});
