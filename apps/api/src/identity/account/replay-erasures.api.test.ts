import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, describe, expect, inject, test } from 'vitest';
import { Connection } from '#platform/database/connection.ts';
import { insertAllCustomerData, MARK, orderTotals, PHONE } from '#test/builders/customer-with-all-data.ts';
import { dump, RETAINED_REFERENCES, references, rowsWith } from '#test/builders/personal-data.ts';
import { aCopyOf, openTestStore } from '#test/harness.ts';
import { failedInvariants } from '#test/invariants-after-all.ts';
import { createTestDatabase } from '#test/test-store.ts';
import { replayErasures } from './replay-erasures.ts';

const STARTS_PROCESSES = 60_000;
const password = 'a long enough password';
const directory = await mkdtemp(join(tmpdir(), 'crystalline-erasures-'));
afterAll(() => rm(directory, { recursive: true }));

const shopOn = (databaseUrl: string) =>
  openTestStore({ databaseUrl, mediaDir: inject('mediaDir'), env: { ERASURES_DIR: directory } });

function open(url: string) {
  const onError = () => {};
  return new Connection({ url, applicationName: 'crystalline-test', max: 2, statementTimeoutMs: 30_000, onError });
}

/** The backup: the state before the account is deleted. */
const backup = await createTestDatabase();
const before = await shopOn(backup);
const quokka = await before.aShopper({ name: 'Quokka Lovelace', email: 'quokka@example.com', password });
const { orders } = await insertAllCustomerData(before, quokka);
await before.close();

/** A database as it is after `pg_restore`. */
async function restored() {
  const database = await aCopyOf(backup);
  const { db, pool: sql, close } = open(database.url);
  afterAll(async () => {
    await close();
    await database.drop();
  });
  return { db, sql, url: database.url };
}

const live = await aCopyOf(backup);
afterAll(live.drop);
const shop = await shopOn(live.url);
afterAll(shop.close);
const { cookie = '' } = quokka.headers;
const deletion = await shop.guest.post('/api/user/deletion', { password }, { cookie });
if (deletion.statusCode !== 204) throw new Error(deletion.body);
await shop.work();

async function shopCommand(script: 'shop' | 'setup', databaseUrl: string, ...args: string[]) {
  const command = fileURLToPath(new URL(`../../../../../scripts/${script}.ts`, import.meta.url));
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, NODE_ENV: 'production', AUTH_SECRET: 'x'.repeat(32) };
  return promisify(execFile)(process.execPath, [command, ...args], {
    env: { ...env, DATABASE_URL: databaseUrl, ERASURES_DIR: directory },
  });
}

describe('a deleted account', () => {
  test('is listed outside the database by its id, without its email address', async () => {
    const files = await readdir(directory);
    const text = await readFile(join(directory, files[0] ?? ''), 'utf8');

    expect(files).toEqual([`${quokka.id}.json`]);
    expect(JSON.parse(text)).toEqual({
      userId: quokka.id,
      emailHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      erasedAt: expect.any(String),
    });
    expect(text.toLowerCase()).not.toContain(MARK);
  });

  test('is erased again in a restored backup, and orders stay unchanged', async () => {
    const { db, sql } = await restored();
    const markers = [MARK, PHONE];
    expect(rowsWith(markers, await dump(sql)).length).toBeGreaterThan(50);

    const first = await replayErasures(db, directory);
    const again = await replayErasures(db, directory);

    expect([first, again]).toEqual([1, 0]);
    expect(rowsWith(markers, await dump(sql))).toEqual([]);
    const after = await references(sql, quokka.id);
    expect(Object.keys(after).filter((column) => after[column])).toEqual(RETAINED_REFERENCES);
    expect(await orderTotals(sql)).toEqual(orders);
    expect(await failedInvariants(db)).toEqual([]);
  });

  test('is erased with guest data under its address if the address was verified after the backup', async () => {
    const { db, sql } = await restored();
    await sql.query('update users set email_verified = false where id = $1', [quokka.id]);

    await replayErasures(db, directory);

    expect(rowsWith([MARK, PHONE], await dump(sql))).toEqual([]);
  });

  test.each([
    ['npm run shop -- replay-erasures', 'shop', 'replay-erasures'],
    ['npm run setup', 'setup', ''],
  ] as const)('is erased again by %s', { timeout: STARTS_PROCESSES }, async (_name, script, command) => {
    const { sql, url } = await restored();

    const { stdout } = await shopCommand(script, url, ...(command ? [command] : []));

    expect(stdout).toContain('1 deleted account was in the database again and has been erased.');
    expect(rowsWith([MARK, PHONE], await dump(sql))).toEqual([]);
  });
});

test('an account created after the backup is skipped', async () => {
  const { db } = await restored();
  const later = await shop.aShopper({ password });
  await later.post('/api/user/deletion', { password });
  await shop.work();

  expect(await readdir(directory)).toContain(`${later.id}.json`);
  expect(await replayErasures(db, directory)).toBe(1);
});

test('an unreadable entry stops the replay', async () => {
  const { db } = await restored();
  const broken = join(directory, 'broken.json');
  await writeFile(broken, '{"userId": ');

  await expect(replayErasures(db, directory)).rejects.toThrow(`${broken} is no entry of the erasure list.`);

  await rm(broken);
});

test('an account whose entry could not be written is listed on a retry', async () => {
  const blocked = join(directory, 'file');
  await writeFile(blocked, '');
  const away = await openTestStore({
    databaseUrl: live.url,
    mediaDir: inject('mediaDir'),
    env: { ERASURES_DIR: join(blocked, 'erasures') },
  });
  const ada = await shop.aShopper({ password });
  await ada.post('/api/user/deletion', { password });

  await away.work();
  await away.close();
  await shop.sql.query('update graphile_worker._private_jobs set run_at = now()');
  await shop.work();

  expect(await readdir(directory)).toContain(`${ada.id}.json`);
  await rm(blocked);
});
