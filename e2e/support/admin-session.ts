/** Admin actions in a browser context of their own, parallel to the test's page. */
import { type Browser, expect } from '@playwright/test';
import type { NewCampaign } from '@shop/contracts/campaigns/schema';
import { CreatedResponse } from '@shop/contracts/common/schema';
import type { NewShipment } from '@shop/contracts/orders/shipment-schema';
import type { Pool } from 'pg';
import { register, removeOwners } from './account.ts';

type TestContext = { browser: Browser; shop: { url: string }; sql: Pool };

type Call = (method: 'POST' | 'PUT', path: string, data?: object) => Promise<unknown>;

/** Calls as a new owner, who is dismissed afterwards: what the worker still does for them stops then. */
async function asAdmin<T>({ browser, shop, sql }: TestContext, work: (call: Call) => Promise<T>): Promise<T> {
  const adminSession = await browser.newContext();
  const { id } = await register(adminSession, shop);
  await sql.query("update users set role = 'admin' where id = $1", [id]);
  const result = await work(async (method, path, data) => {
    const response = await adminSession.request.fetch(`${shop.url}/api${path}`, {
      method,
      headers: { origin: shop.url, 'idempotency-key': crypto.randomUUID() },
      data,
    });
    expect(response.ok(), await response.text()).toBe(true);
    return response.json();
  });
  await adminSession.close();
  await removeOwners(sql, [id]);
  return result;
}

const callAsAdmin = (context: TestContext, ...request: Parameters<Call>) =>
  asAdmin(context, (call) => call(...request));

export const setStatus = (context: TestContext, orderId: string, status: string) =>
  callAsAdmin(context, 'PUT', `/orders/${orderId}/status`, { status });

export const addShipment = (
  context: TestContext,
  orderId: string,
  shipment: Pick<NewShipment, 'items'> & Partial<NewShipment>,
) => callAsAdmin(context, 'POST', `/admin/orders/${orderId}/shipments`, shipment);

export const answerTicket = (context: TestContext, ticketId: string, message: string) =>
  callAsAdmin(context, 'POST', `/admin/tickets/${ticketId}/messages`, { message });

/** To every customer who opted in, by default as a notification in the account. Resolves when the worker has sent it. */
export async function sendCampaign(
  context: TestContext,
  text: Pick<NewCampaign, 'title' | 'message'>,
  channels: NewCampaign['channels'] = ['notification'],
) {
  const campaign = { ...text, audience: 'customers', channels };
  await asAdmin(context, async (call) => {
    const { id } = CreatedResponse.parse(await call('POST', '/admin/campaigns', campaign));
    await call('POST', `/admin/campaigns/${id}/sending`);
    const stateOf = async () =>
      (await context.sql.query('select state from campaigns where id = $1', [id])).rows[0].state;
    await expect.poll(stateOf).toBe('sent');
  });
}
