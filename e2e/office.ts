/** What an admin does elsewhere meanwhile. */
import { type Browser, expect } from '@playwright/test';
import type { Pool } from 'pg';
import { register } from './account.ts';

type House = { browser: Browser; shop: { url: string }; sql: Pool };

export async function setStatus({ browser, shop, sql }: House, orderId: string, status: string) {
  const office = await browser.newContext();
  const { id } = await register(office, shop);
  await sql.query("update users set role = 'admin' where id = $1", [id]);
  const response = await office.request.put(`${shop.url}/api/orders/${orderId}/status`, {
    headers: { origin: shop.url, 'idempotency-key': crypto.randomUUID() },
    data: { status },
  });
  expect(response.status()).toBe(200);
  await office.close();
}
