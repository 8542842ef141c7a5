import { randomUUID } from 'node:crypto';
import { idempotencyMessages, problemMessages } from '@shop/contracts/common/messages';
import { campaignMessages } from '@shop/contracts/notifications/admin-messages';
import type { NewCampaign } from '@shop/contracts/notifications/admin-schema';
import { beforeEach, describe, expect, test } from 'vitest';
import { createTestStore } from '#test/test-store.ts';
import { BATCH, sendNextBatch } from './campaigns.ts';

const { aShopper, anAdmin, db, guest, sql, work } = await createTestStore();
const admin = await anAdmin();
const password = 'a long enough password';
const preferences = { orderEmails: true, marketing: true };
const sale = { title: 'Winter sale', message: 'All rings at half price.', link: '/products?category=Jewelry' };

const send = (overrides: Partial<NewCampaign> = {}, key: string = randomUUID(), from = admin) =>
  from.post('/api/admin/campaigns', { ...sale, ...overrides }, { 'idempotency-key': key });
const progressOf = async (id: string) => (await admin.get(`/api/admin/campaigns/${id}`)).json();
const notificationsOf = async (userId: string) =>
  (
    await sql.query(
      `select type, title, message, link, read_at from notifications where user_id = $1 and campaign_id is not null`,
      [userId],
    )
  ).rows;
/** How many customers have how many notifications of a campaign. */
const countByRecipient = async (id: string) =>
  (
    await sql.query(
      `select times, count(*)::int as people
         from (select count(*)::int as times from notifications where campaign_id = $1 group by user_id) t group by 1`,
      [id],
    )
  ).rows;

async function aCustomerWithConsent(person: Parameters<typeof aShopper>[0] = {}) {
  const shopper = await aShopper(person);
  await shopper.put('/api/user/preferences', preferences);
  return shopper;
}

const addCustomersWithConsent = (people: number) =>
  sql.query(
    `insert into users (name, email, wants_marketing, marketing_consent_at)
     select 'Shopper ' || i, gen_random_uuid() || '@example.com', true, now() from generate_series(1, $1::int) i`,
    [people],
  );

/** Withdraws all marketing consent and finishes all campaigns. */
beforeEach(async () => {
  await sql.query('update users set wants_marketing = false, marketing_consent_at = null where wants_marketing');
  await sql.query('update campaigns set finished_at = now() where finished_at is null');
});

describe('a campaign', () => {
  test.each(['half a character \udc00', 'a NUL \u0000'])(
    'is rejected with a message that cannot be stored (%#)',
    async (message) => {
      expect((await send({ message })).statusCode).toBe(422);
    },
  );

  test('reaches every customer with marketing consent once, and no other customer', async () => {
    const [ada, mary] = [await aCustomerWithConsent(), await aCustomerWithConsent()];
    const quiet = await aShopper();

    const response = await send();
    await work();

    expect(response.statusCode).toBe(201);
    expect(response.json()).toMatchObject({ ...sale, expectedRecipients: 2, recipients: 0, finishedAt: null });
    const notifications = [{ type: 'promotion', ...sale, read_at: null }];
    expect([await notificationsOf(ada.id), await notificationsOf(mary.id)]).toEqual([notifications, notifications]);
    expect(await notificationsOf(quiet.id)).toEqual([]);
    expect(await progressOf(response.json().id)).toEqual({
      ...response.json(),
      recipients: 2,
      finishedAt: expect.any(String),
    });
  });

  test('needs no link and finishes at once without recipients', async () => {
    const { id } = (await send({ link: undefined })).json();
    await work();

    expect(await progressOf(id)).toMatchObject({
      link: null,
      expectedRecipients: 0,
      recipients: 0,
      finishedAt: expect.any(String),
    });
  });

  test('estimates the number of recipients above 10,000', async () => {
    await addCustomersWithConsent(12_000);
    await sql.query('analyze users');

    const { expectedRecipients } = (await send()).json();

    expect(expectedRecipients).toBeGreaterThan(11_500);
    expect(expectedRecipients).toBeLessThan(12_500);
  });

  test('does not reach customers whose consent is newer than the campaign or has no date', async () => {
    const { id } = (await send()).json();
    const late = await aCustomerWithConsent();
    const undatedConsent = await aShopper();
    await sql.query('update users set wants_marketing = true where id = $1', [undatedConsent.id]);
    await work();

    expect(await progressOf(id)).toMatchObject({ recipients: 0, finishedAt: expect.any(String) });
    expect([await notificationsOf(late.id), await notificationsOf(undatedConsent.id)]).toEqual([[], []]);
  });

  test('is created once for repeated requests with the same idempotency key', async () => {
    const ada = await aCustomerWithConsent();
    const key = randomUUID();

    const responses = await Promise.all([send({}, key), send({}, key), send({}, key)]);
    await work();
    const later = await send({}, key);
    await work();

    expect(new Set([...responses, later].map((response) => response.json().id)).size).toBe(1);
    expect(await notificationsOf(ada.id)).toHaveLength(1);
  });

  test('is rejected with a missing idempotency key or the key of another campaign', async () => {
    const key = randomUUID();
    await send({}, key);

    const borrowed = await send({ title: 'Summer sale' }, key);
    const missing = await admin.post('/api/admin/campaigns', sale);

    expect([borrowed.statusCode, borrowed.json().message]).toEqual([422, idempotencyMessages.keyReused]);
    expect([missing.statusCode, missing.json().errors[0].message]).toEqual([422, idempotencyMessages.keyMissing]);
  });

  test.each([
    [{ title: ' ' }, 'title', campaignMessages.titleMissing],
    [{ title: 'x'.repeat(121) }, 'title', campaignMessages.titleTooLong],
    [{ message: '' }, 'message', campaignMessages.messageMissing],
    [{ message: 'x'.repeat(501) }, 'message', campaignMessages.messageTooLong],
    [{ link: 'https://evil.example' }, 'link', campaignMessages.invalidLink],
    [{ link: '//evil.example' }, 'link', campaignMessages.invalidLink],
    [{ link: '/\\evil.example' }, 'link', campaignMessages.invalidLink],
    [{ link: 'javascript:alert(1)' }, 'link', campaignMessages.invalidLink],
  ])('is rejected for %j with an error for the field', async (wrong, field, message) => {
    const response = await send(wrong);

    expect(response.statusCode).toBe(422);
    expect(response.json().errors).toEqual([{ field, message }]);
  });
});

describe('a campaign with more recipients than a batch', () => {
  const PEOPLE = 2 * BATCH + 1;

  test('reports its progress', async () => {
    await addCustomersWithConsent(PEOPLE);
    const { id, expectedRecipients } = (await send()).json();

    const progress: number[] = [];
    for (let batch = 0; batch < 3; batch += 1) {
      await sendNextBatch(db);
      progress.push((await progressOf(id)).recipients);
    }

    expect(expectedRecipients).toBe(PEOPLE);
    expect(progress).toEqual([BATCH, 2 * BATCH, PEOPLE]);
    expect(await progressOf(id)).toMatchObject({ finishedAt: expect.any(String) });
  });

  test('stores nothing of an aborted batch and notifies no customer twice when a job runs again', async () => {
    await addCustomersWithConsent(PEOPLE);
    const { id } = (await send()).json();
    const crash = db.transaction(async (tx) => {
      await sendNextBatch(tx);
      throw new Error('killed');
    });

    await expect(crash).rejects.toThrow('killed');
    expect(await countByRecipient(id)).toEqual([]);
    // Committed, but not reported as done: the queue runs the same job again, beside the one that follows it.
    await sendNextBatch(db);
    await work();

    expect(await countByRecipient(id)).toEqual([{ times: 1, people: PEOPLE }]);
    expect(await progressOf(id)).toMatchObject({ recipients: PEOPLE });
  });

  test('notifies every customer exactly once when several workers run concurrently', async () => {
    await addCustomersWithConsent(PEOPLE);
    const ids = (await Promise.all([send(), send({ title: 'Spring sale' })])).map((response) => response.json().id);

    while ((await Promise.all(ids.map(progressOf))).some(({ finishedAt }) => !finishedAt))
      await Promise.all([work(), work(), sendNextBatch(db)]);

    for (const id of ids) {
      expect(await countByRecipient(id)).toEqual([{ times: 1, people: PEOPLE }]);
      expect(await progressOf(id)).toMatchObject({ recipients: PEOPLE });
    }
  });

  test('skips customers who withdraw their consent or delete their account between batches', async () => {
    await addCustomersWithConsent(BATCH);
    const [no, deletedCustomer, yes] = [
      await aCustomerWithConsent(),
      await aCustomerWithConsent({ password }),
      await aCustomerWithConsent(),
    ];
    const { id } = (await send()).json();
    await sendNextBatch(db);

    await no.put('/api/user/preferences', { ...preferences, marketing: false });
    await deletedCustomer.post('/api/user/deletion', { password });
    await work();

    expect(await progressOf(id)).toMatchObject({ expectedRecipients: BATCH + 3, recipients: BATCH + 1 });
    expect([await notificationsOf(no.id), await notificationsOf(deletedCustomer.id)]).toEqual([[], []]);
    expect(await notificationsOf(yes.id)).toHaveLength(1);
  });

  test('waits for a concurrent account deletion and skips its customer', async () => {
    const deletedCustomer = await aCustomerWithConsent();
    const { id } = (await send()).json();
    const deletion = await sql.connect();
    await deletion.query('begin');
    await deletion.query(`update users set email = 'gone@deleted.invalid', deleted_at = now() where id = $1`, [
      deletedCustomer.id,
    ]);

    const batch = sendNextBatch(db);
    await waitForLock();
    await deletion.query('commit');
    deletion.release();
    await batch;

    expect(await notificationsOf(deletedCustomer.id)).toEqual([]);
    expect(await progressOf(id)).toMatchObject({ recipients: 0, finishedAt: expect.any(String) });
  });
});

async function waitForLock() {
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  while ((await sql.query(waiting)).rowCount === 0);
}

describe('reading campaigns', () => {
  test('lists the newest first, page by page', async () => {
    const sent: string[] = [];
    for (let i = 0; i < 21; i += 1) sent.unshift((await send({ title: `Sale ${i}` })).json().id);

    const first = await admin.get('/api/admin/campaigns');
    const [, next = ''] = /<(.+)>; rel="next"/.exec(String(first.headers.link)) ?? [];
    const second = await admin.get(next);

    expect(first.json().map(({ id }: { id: string }) => id)).toEqual(sent.slice(0, 20));
    expect(second.json()[0].id).toBe(sent[20]);
  });

  test('answers 404 for an unknown campaign', async () => {
    const response = await admin.get(`/api/admin/campaigns/${randomUUID()}`);

    expect([response.statusCode, response.json().message]).toEqual([404, campaignMessages.notFound]);
  });
});

describe('campaigns are restricted to admins', () => {
  test.each(['GET', 'POST'] as const)(
    '%s answers 401 to a guest and 403 to a customer, and sends nothing',
    async (method) => {
      const ada = await aCustomerWithConsent();
      const call = (who: Pick<typeof ada, 'get' | 'post'>) =>
        method === 'GET'
          ? who.get('/api/admin/campaigns')
          : who.post('/api/admin/campaigns', sale, { 'idempotency-key': randomUUID() });

      const [anonymous, customer] = [await call(guest), await call(ada)];
      await work();

      expect([anonymous.statusCode, anonymous.json().message]).toEqual([401, problemMessages.unauthenticated]);
      expect([customer.statusCode, customer.json().message]).toEqual([403, problemMessages.forbidden]);
      expect(await notificationsOf(ada.id)).toEqual([]);
    },
  );
});
