import { randomUUID } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { productImportMessages as messages } from '@shop/contracts/catalog/import-messages';
import { invoiceMessages } from '@shop/contracts/invoices/messages';
import { describe, expect, test } from 'vitest';
import { anOrder } from '#test/builders/an-order.ts';
import { aVariant } from '#test/builders/cart.ts';
import { redisModesIfRequested } from '#test/redis-modes.ts';
import { createTestStore } from '#test/test-store.ts';

const MB = 1_000_000;

describe.each(redisModesIfRequested())('%s', async (_mode, REDIS_URL) => {
  const shop = await createTestStore({ env: { REDIS_URL } });
  const { app, anAdmin, aShopper, config, db, sql, work } = shop;
  const coral = await anAdmin({ role: 'content' });
  const upload = (file: Iterable<string> | AsyncIterable<string>) =>
    app.inject({
      method: 'POST',
      url: '/api/admin/product-imports?name=a.csv',
      payload: Readable.from(file),
      headers: {
        ...coral.headers,
        origin: config.publicOrigin,
        'content-type': 'text/csv',
        'idempotency-key': randomUUID(),
      },
    });

  test('A45 a CSV file of 95 MB in rows of 250 KB neither blocks the event loop nor fills the memory', async () => {
    function* rows() {
      yield 'Slug,Name,Description\n';
      for (let i = 0; i < 380; i += 1) yield `slug-${i},Ring,"${'x'.repeat(250_000)}"\n`;
    }
    await upload(['Slug,Name\n', 'ring-a,Ring\n']);
    const before = process.memoryUsage().rss;
    let peak = before;
    const timer = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 20);
    const delay = monitorEventLoopDelay({ resolution: 10 });
    delay.enable();

    const response = await upload(rows());
    delay.disable();
    clearInterval(timer);

    expect(response.statusCode).toBe(201);
    // In milliseconds, on a machine with other load: one text of all rows took 5,000.
    expect(delay.max / 1e6).toBeLessThan(2_500);
    // The client, which makes the 95 MB, is the same process.
    expect((peak - before) / MB).toBeLessThan(250);
    const { rows: stored } = await sql.query(
      'select count(*)::int, max(length(lines::text)) < 25000 as short from product_import_items where import_id = $1',
      [response.json().id],
    );
    expect(stored).toEqual([{ count: 380, short: true }]);
    await work();
    const problems = (await coral.get(`/api/admin/product-imports/${response.json().id}/problems`)).json();
    expect(problems[0]).toMatchObject({ row: 2, message: messages.cellTooLong('Description', 20_000) });
  });

  test('A45 a user uploads one file at a time, and may start over after an interrupted one', async () => {
    let interrupt = () => {};
    const interrupted = new Promise<void>((resolve) => (interrupt = resolve));
    async function* halfAFile() {
      yield 'Slug,Name\n';
      await interrupted;
      throw new Error('The client hung up.');
    }
    const file = ['Slug,Name\n', 'ring-a,Ring\n'];
    const first = upload(halfAFile()).catch(() => {});
    while ((await sql.query(`select from product_imports where status = 'receiving'`)).rowCount === 0) await nextTurn();

    const second = await upload(file);
    interrupt();
    await first;

    expect([second.statusCode, second.json().message]).toEqual([429, messages.anotherUpload]);
    await expect.poll(async () => (await upload(file)).statusCode).toBe(201);
  });

  test('A45 a flood of invoice downloads keeps no other customer waiting, and each PDF is rendered once', async () => {
    const quantities = Array.from({ length: 30 }, () => 50);
    const { variantIds } = await aVariant(shop, { name: 'Long name '.repeat(19), price: 50, quantities });
    const [mallory, ada] = [await aShopper(), await aShopper()];
    const invoiceUrl = async (customer: typeof ada, ids: string[]) => {
      const { id } = await anOrder(db, { of: customer, items: ids.map((variantId) => ({ variantId, quantity: 1 })) });
      await sql.query(`select graphile_worker.add_job('issue_invoice', json_build_object('orderId', $1::text))`, [id]);
      await work();
      const [invoice] = (await customer.get(`/api/orders/${id}/invoices`)).json();
      return `/api/orders/${id}/invoices/${invoice.id}/pdf`;
    };
    const [small, large] = [await invoiceUrl(ada, variantIds.slice(0, 1)), await invoiceUrl(mallory, variantIds)];

    const flood = Array.from({ length: 40 }, () => mallory.get(large));
    const refused = await Promise.any(
      flood.map(async (each) => ((await each).statusCode === 429 ? each : Promise.reject())),
    );
    const response = await ada.get(small);
    const statuses = (await Promise.all(flood)).map(({ statusCode }) => statusCode);

    expect(response.statusCode).toBe(200);
    expect(refused.json()).toMatchObject({ code: 'busy', message: invoiceMessages.busy });
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(statuses.length / 2);
    const again = await Promise.all(Array.from({ length: 5 }, () => mallory.get(large)));
    expect(again.map(({ statusCode }) => statusCode)).toEqual(again.map(() => 200));
    expect(new Set(again.map(({ rawPayload }) => rawPayload.toString('base64'))).size).toBe(1);
  });
});
