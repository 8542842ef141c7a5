import { test as base, expect } from '@playwright/test';
import type { StaffRole } from '@shop/contracts/common/permissions';
import pg from 'pg';
import { z } from 'zod';
import { type Customer, confirmEmail, register, removeOwners } from './account.ts';
import { readShop, type SharedShop } from './shared-shop.ts';

const EmailMessage = z.object({ subject: z.string(), text: z.string(), html: z.string() });

type Fixtures = {
  shop: SharedShop;
  sql: pg.Pool;
  /** Registers a new user with this role, until the test ends, and a confirmed email address, and logs the browser in. */
  signIn: (role?: 'customer' | StaffRole) => Promise<Customer>;
  /**
   * Waits for emails to an address with these words in subject or text, and returns them all, oldest first; `link` is
   * the first URL in the text.
   */
  inbox: (
    email: string,
    words?: string,
    atLeast?: number,
  ) => Promise<(z.infer<typeof EmailMessage> & { link: string })[]>;
};

export const test = base.extend<Fixtures>({
  shop: async ({ browserName: _ }, use) => use(readShop(process.env.SHOP)),
  baseURL: async ({ shop }, use) => use(shop.url),
  sql: async ({ shop }, use) => {
    const pool = new pg.Pool({ connectionString: shop.databaseUrl, max: 1 });
    await use(pool);
    await pool.end();
  },
  signIn: async ({ shop, sql, context }, use) => {
    const ids: string[] = [];
    await use(async (role = 'customer') => {
      const customer = await register(context, shop);
      ids.push(customer.id);
      await confirmEmail(sql, customer.id);
      await sql.query('update users set role = $2 where id = $1', [customer.id, role]);
      return customer;
    });
    await removeOwners(sql, ids);
  },
  inbox: async ({ shop }, use) =>
    use(async (email, words = '', atLeast = 1) => {
      const read = async () => {
        const response = await fetch(`${shop.emailViewerUrl}/to/${encodeURIComponent(email)}`);
        const emails = z.array(EmailMessage).parse(await response.json());
        return emails.filter(({ subject, text }) => `${subject}\n${text}`.includes(words));
      };
      await expect.poll(async () => (await read()).length, { timeout: 30_000 }).toBeGreaterThanOrEqual(atLeast);
      return (await read()).map((emailMessage) => ({
        ...emailMessage,
        link: /https?:\S+/.exec(emailMessage.text)?.[0] ?? '',
      }));
    }),
});

export { expect } from '@playwright/test';
