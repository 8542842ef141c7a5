import { hash } from '@node-rs/argon2';
import { like } from 'drizzle-orm';
import { accounts, addresses, users } from '#identity/schema.ts';
import type { Db } from '#platform/database/db.ts';
import { DEMO_ACCOUNTS } from '#sample/accounts.ts';
import type { DemoCustomer } from '#sample/demo/generate/customers.ts';
import { inChunks } from './chunks.ts';

export async function listTakenEmails(tx: Db) {
  const rows = await tx.select({ email: users.email }).from(users).where(like(users.email, '%@example.com'));
  return new Set(rows.map(({ email }) => email));
}

/** All have the password of the demo customer, and therefore one hash: 1,200 of them would take minutes. */
export async function insertCustomers(tx: Db, customers: readonly DemoCustomer[]) {
  const password = await hash(DEMO_ACCOUNTS.customer.password);
  await inChunks(customers, (part) =>
    tx.insert(users).values(
      part.map(({ id, name, email, phone, wantsMarketing, createdAt }) => ({
        id,
        name,
        email,
        emailVerified: true,
        phone,
        wantsMarketing,
        marketingConsentAt: wantsMarketing ? createdAt : null,
        createdAt,
        updatedAt: createdAt,
      })),
    ),
  );
  await inChunks(customers, (part) =>
    tx.insert(accounts).values(
      part.map(({ id, createdAt }) => ({
        userId: id,
        accountId: id,
        providerId: 'credential',
        password,
        createdAt,
        updatedAt: createdAt,
      })),
    ),
  );
  await inChunks(customers, (part) =>
    tx.insert(addresses).values(
      part.map(({ id: userId, address, createdAt }) => ({
        ...address,
        userId,
        isDefault: true,
        createdAt,
        updatedAt: createdAt,
      })),
    ),
  );
}
