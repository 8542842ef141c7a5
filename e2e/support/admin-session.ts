/** Admin actions in a browser context of their own, parallel to the test's page. */
import { type Browser, expect } from '@playwright/test';
import type { Pool } from 'pg';
import { register } from './account.ts';

type TestContext = { browser: Browser; shop: { url: string }; sql: Pool };

export async function setStatus({ browser, shop, sql }: TestContext, orderId: string, status: string) {
  const adminSession = await browser.newContext();
  const { id } = await register(adminSession, shop);
  await sql.query("update users set role = 'admin' where id = $1", [id]);
  const response = await adminSession.request.put(`${shop.url}/api/orders/${orderId}/status`, {
    headers: { origin: shop.url, 'idempotency-key': crypto.randomUUID() },
    data: { status },
  });
  expect(response.status()).toBe(200);
  await adminSession.close();
}
