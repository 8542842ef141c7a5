import { hash } from '@node-rs/argon2';
import type { Db } from '#platform/database/db.ts';
import { text } from '#platform/database/row.ts';
import { all, count, rowsOf } from '#platform/database/sql.ts';
import { DEMO_ACCOUNTS } from '#sample/accounts.ts';
import type { DemoCustomer } from '#sample/demo/generate/customers.ts';
import { inChunks } from './chunks.ts';

export async function listTakenEmails(tx: Db) {
  const rows = await tx.run(
    all('demo.listTakenEmails', { email: text })`select email from users where email like '%@example.com'`,
  );
  return new Set(rows.map(({ email }) => email));
}

/** All have the password of the demo customer, and therefore one hash: 1,200 of them would take minutes. */
export async function insertCustomers(tx: Db, customers: readonly DemoCustomer[]) {
  const password = await hash(DEMO_ACCOUNTS.customer.password);
  const users = customers.map(({ id, name, email, phone, wantsMarketing, createdAt }) => ({
    id,
    name,
    email,
    emailVerified: true,
    phone,
    wantsMarketing,
    marketingConsentAt: wantsMarketing ? createdAt : null,
    createdAt,
    updatedAt: createdAt,
  }));
  await inChunks(tx, users, (part) => count('demo.insertUsers')`insert into users ${rowsOf(part)}`);
  const accounts = customers.map(({ id, createdAt }) => ({
    userId: id,
    accountId: id,
    providerId: 'credential',
    password,
    createdAt,
    updatedAt: createdAt,
  }));
  await inChunks(tx, accounts, (part) => count('demo.insertAccounts')`insert into accounts ${rowsOf(part)}`);
  const addresses = customers.map(({ id: userId, address, createdAt }) => ({
    ...address,
    userId,
    isDefault: true,
    createdAt,
    updatedAt: createdAt,
  }));
  await inChunks(tx, addresses, (part) => count('demo.insertAddresses')`insert into addresses ${rowsOf(part)}`);
}
