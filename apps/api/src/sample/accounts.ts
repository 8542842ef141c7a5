import { hash } from '@node-rs/argon2';
import { eq } from 'drizzle-orm';
import { insertAccount } from '#identity/queries.ts';
import { addresses, users } from '#identity/schema.ts';
import { issueInvoice } from '#invoices/service.ts';
import { notifications } from '#notifications/schema.ts';
import type { Db } from '#platform/database/db.ts';
import type { Sample } from './files.ts';
import { idAt, minutesBefore } from './ids.ts';
import { addOrder } from './orders.ts';

/** For local development. Their passwords are public: never created in production. */
export const DEMO_ACCOUNTS = {
  customer: { name: 'Ada Lindqvist', email: 'ada@example.com', role: 'customer', password: 'a violet lantern' },
  admin: { name: 'Robin Hale', email: 'admin@example.com', role: 'admin', password: 'seven amber lanterns' },
};

const ADDRESS = {
  name: 'Ada Lindqvist',
  line1: '48 Prospect Street',
  line2: 'Apartment 3',
  city: 'Portland',
  state: 'Oregon',
  postalCode: '97205',
  country: 'United States' as const,
};

/** The demo customer gets an address, orders and notifications; existing accounts stay unchanged. */
export async function loadDemoAccounts(tx: Db, sample: Sample, now: Date) {
  const adminId = await addAccount(tx, DEMO_ACCOUNTS.admin);
  const customerId = await addAccount(tx, DEMO_ACCOUNTS.customer);
  if (!customerId) return;

  const [address] = await tx
    .insert(addresses)
    .values({ ...ADDRESS, userId: customerId, isDefault: true })
    .returning({ id: addresses.id });
  const customer = {
    userId: customerId,
    email: DEMO_ACCOUNTS.customer.email,
    addressId: address?.id,
    address: ADDRESS,
  };
  for (const order of sample.orders) await issueInvoice(tx, await addOrder(tx, order, customer, adminId, now));

  await tx.insert(notifications).values(
    sample.notifications.map(({ minutesAgo, read, ...notification }) => {
      const createdAt = minutesBefore(now, minutesAgo);
      return { ...notification, id: idAt(createdAt), userId: customerId, createdAt, readAt: read ? createdAt : null };
    }),
  );
}

async function addAccount(tx: Db, { password, ...user }: (typeof DEMO_ACCOUNTS)['customer']) {
  const [known] = await tx.select({ id: users.id }).from(users).where(eq(users.email, user.email));
  if (known) return undefined;
  return insertAccount(tx, { ...user, emailVerified: true }, await hash(password));
}
