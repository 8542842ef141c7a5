import { hash } from '@node-rs/argon2';
import { findUserId, insertAccount } from '#identity/queries.ts';
import { issueInvoice } from '#invoices/service.ts';
import type { Db } from '#platform/database/db.ts';
import { uuid } from '#platform/database/row.ts';
import { count, one, rowsOf } from '#platform/database/sql.ts';
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

  const address = { ...ADDRESS, userId: customerId, isDefault: true };
  const { id: addressId } = await tx.run(
    one('sample.insertAddress', { id: uuid })`insert into addresses ${rowsOf([address])} returning id`,
  );
  const customer = {
    userId: customerId,
    email: DEMO_ACCOUNTS.customer.email,
    addressId,
    address: ADDRESS,
  };
  for (const order of sample.orders) await issueInvoice(tx, await addOrder(tx, order, customer, adminId, now));

  const notifications = sample.notifications.map(({ minutesAgo, read, ...notification }) => {
    const createdAt = minutesBefore(now, minutesAgo);
    return { ...notification, id: idAt(createdAt), userId: customerId, createdAt, readAt: read ? createdAt : null };
  });
  await tx.run(count('sample.insertNotifications')`insert into notifications ${rowsOf(notifications)}`);
}

async function addAccount(tx: Db, { password, ...user }: (typeof DEMO_ACCOUNTS)['customer']) {
  if (await findUserId(tx, user.email)) return undefined;
  return insertAccount(tx, { ...user, emailVerified: true }, await hash(password));
}
