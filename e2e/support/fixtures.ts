import { test as base, expect } from '@playwright/test';
import type { StaffRole } from '@shop/contracts/common/permissions';
import pg from 'pg';
import { z } from 'zod';
import { type Customer, confirmEmail, register } from './account.ts';

const Shop = z.object({
  url: z.url(),
  emailViewerUrl: z.url(),
  databaseUrl: z.string(),
  payment: z.record(z.string(), z.string()),
});

const EmailMessage = z.object({ subject: z.string(), text: z.string(), html: z.string() });

type Fixtures = {
  shop: z.infer<typeof Shop>;
  sql: pg.Pool;
  /** Registers a new user with this role and a confirmed email address, and logs the browser in. */
  signIn: (role?: 'customer' | StaffRole) => Promise<Customer>;
  /** Waits for at least this many emails to an address, oldest first; `link` is the first URL in the text. */
  inbox: (email: string, atLeast?: number) => Promise<(z.infer<typeof EmailMessage> & { link: string })[]>;
};

export const test = base.extend<Fixtures>({
  shop: async ({ browserName: _ }, use) => use(Shop.parse(JSON.parse(process.env.SHOP ?? '{}'))),
  baseURL: async ({ shop }, use) => use(shop.url),
  sql: async ({ shop }, use) => {
    const pool = new pg.Pool({ connectionString: shop.databaseUrl, max: 1 });
    await use(pool);
    await pool.end();
  },
  signIn: async ({ shop, sql, context }, use) =>
    use(async (role = 'customer') => {
      const customer = await register(context, shop);
      await confirmEmail(sql, customer.id);
      await sql.query('update users set role = $2 where id = $1', [customer.id, role]);
      return customer;
    }),
  inbox: async ({ shop }, use) =>
    use(async (email, atLeast = 1) => {
      const read = async () => {
        const response = await fetch(`${shop.emailViewerUrl}/to/${encodeURIComponent(email)}`);
        return z.array(EmailMessage).parse(await response.json());
      };
      await expect.poll(async () => (await read()).length, { timeout: 30_000 }).toBeGreaterThanOrEqual(atLeast);
      return (await read()).map((emailMessage) => ({
        ...emailMessage,
        link: /https?:\S+/.exec(emailMessage.text)?.[0] ?? '',
      }));
    }),
});

export { expect } from '@playwright/test';
