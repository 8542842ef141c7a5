import { randomUUID } from 'node:crypto';
import { campaignMessages } from '@shop/contracts/campaigns/messages';
import type { NewCampaign } from '@shop/contracts/campaigns/schema';
import { idempotencyMessages, problemMessages } from '@shop/contracts/common/messages';
import { beforeEach, describe, expect, test } from 'vitest';
import { createTestStore } from '#test/test-store.ts';
import { NOTIFICATION_BATCH as BATCH, sendNextBatch } from './batches.ts';

const { aShopper, anAdmin, config, db, guest, sql, work } = await createTestStore();
const admin = await anAdmin();
const password = 'a long enough password';
const preferences = { orderEmails: true, marketing: true };
const sale = { title: 'Winter sale', message: 'All rings at half price.', link: '/products?category=Jewelry' };
const byNotification = { audience: 'customers', channels: ['notification'] } as const;

const keyed = (key: string = randomUUID()) => ({ 'idempotency-key': key });
const sendBatch = (tx = db) => sendNextBatch(tx, config.authSecret);
const draft = (overrides: object = {}, key?: string, from = admin) =>
  from.post('/api/admin/campaigns', { ...sale, ...byNotification, ...overrides }, keyed(key));
const send = (id: string, key?: string) => admin.post(`/api/admin/campaigns/${id}/sending`, undefined, keyed(key));
async function started(overrides: Partial<NewCampaign> = {}) {
  const { id } = (await draft(overrides)).json();
  const response = await send(id);
  expect(response.statusCode).toBe(200);
  return id;
}
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

/** Withdraws all marketing consent and ends all campaigns. */
beforeEach(async () => {
  await sql.query('update users set wants_marketing = false, marketing_consent_at = null where wants_marketing');
  await sql.query(`update campaigns set state = 'stopped', ended_at = now() where state = 'sending'`);
});

describe('a campaign', () => {
  test.each(['half a character \udc00', 'a NUL \u0000'])(
    'is rejected with a message that cannot be stored (%#)',
    async (message) => {
      expect((await draft({ message })).statusCode).toBe(422);
    },
  );

  test('is a draft that reaches no customer until it is sent', async () => {
    const ada = await aCustomerWithConsent();

    const response = await draft();
    await work();

    expect(response.statusCode).toBe(201);
    expect(response.json()).toMatchObject({
      ...sale,
      ...byNotification,
      state: 'draft',
      startedAt: null,
      endedAt: null,
    });
    expect(await notificationsOf(ada.id)).toEqual([]);
  });

  test('reaches every customer with marketing consent once, and no other customer', async () => {
    const [ada, mary] = [await aCustomerWithConsent(), await aCustomerWithConsent()];
    const quiet = await aShopper();
    const { id } = (await draft()).json();

    const response = await send(id);
    await work();

    expect(response.json()).toMatchObject({ state: 'sending', expectedNotifications: 2, notifications: 0 });
    const notifications = [{ type: 'promotion', ...sale, read_at: null }];
    expect([await notificationsOf(ada.id), await notificationsOf(mary.id)]).toEqual([notifications, notifications]);
    expect(await notificationsOf(quiet.id)).toEqual([]);
    expect(await progressOf(id)).toEqual({
      ...response.json(),
      state: 'sent',
      notifications: 2,
      endedAt: expect.any(String),
    });
  });

  test('has no link if none is given, and notifications without Markdown of up to 500 characters', async () => {
    const ada = await aCustomerWithConsent();
    await started({ link: undefined, message: `**Half** price\n\n${'x'.repeat(600)}` });
    await work();

    const [{ link, message }] = await notificationsOf(ada.id);
    expect([link, message]).toEqual([null, `Half price\n\n${'x'.repeat(488)}`]);
  });

  test('without recipients is not sent', async () => {
    const { id } = (await draft()).json();

    const responses = [await send(id), await admin.post(`/api/admin/campaigns/${id}/sending/dry-run`)];

    for (const response of responses)
      expect([response.statusCode, response.json().message]).toEqual([409, campaignMessages.noRecipients]);
    expect(await progressOf(id)).toMatchObject({ state: 'draft' });
  });

  test('does not reach customers whose consent is newer than its start or has no date', async () => {
    await aCustomerWithConsent();
    const id = await started();
    const late = await aCustomerWithConsent();
    const undatedConsent = await aShopper();
    await sql.query('update users set wants_marketing = true where id = $1', [undatedConsent.id]);
    await work();

    expect(await progressOf(id)).toMatchObject({ notifications: 1, state: 'sent' });
    expect([await notificationsOf(late.id), await notificationsOf(undatedConsent.id)]).toEqual([[], []]);
  });

  test('is created and sent once for repeated requests with the same idempotency keys', async () => {
    const ada = await aCustomerWithConsent();
    const [draftKey, sendKey] = [randomUUID(), randomUUID()];

    const drafts = await Promise.all([draft({}, draftKey), draft({}, draftKey), draft({}, draftKey)]);
    const ids = new Set(drafts.map((response) => response.json().id));
    const [id] = ids;
    const sent = await Promise.all([send(id, sendKey), send(id, sendKey)]);
    await work();
    const [later, otherKey] = [await send(id, sendKey), await send(id)];
    await work();

    expect(ids.size).toBe(1);
    expect([...sent, later].map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect([otherKey.statusCode, otherKey.json().message]).toEqual([409, campaignMessages.conflict.sent]);
    expect(await notificationsOf(ada.id)).toHaveLength(1);
  });

  test('is rejected with a missing idempotency key or the key of another campaign', async () => {
    const key = randomUUID();
    await draft({}, key);

    const borrowed = await draft({ title: 'Summer sale' }, key);
    const missing = await admin.post('/api/admin/campaigns', { ...sale, ...byNotification });

    expect([borrowed.statusCode, borrowed.json().message]).toEqual([422, idempotencyMessages.keyReused]);
    expect([missing.statusCode, missing.json().errors[0].message]).toEqual([422, idempotencyMessages.keyMissing]);
  });

  test.each([
    [{ title: ' ' }, 'title', campaignMessages.titleMissing],
    [{ title: 'x'.repeat(121) }, 'title', campaignMessages.titleTooLong],
    [{ message: '' }, 'message', campaignMessages.messageMissing],
    [{ message: 'x'.repeat(5_001) }, 'message', campaignMessages.messageTooLong],
    [{ link: 'https://evil.example' }, 'link', campaignMessages.invalidLink],
    [{ link: '//evil.example' }, 'link', campaignMessages.invalidLink],
    [{ link: '/\\evil.example' }, 'link', campaignMessages.invalidLink],
    [{ link: 'javascript:alert(1)' }, 'link', campaignMessages.invalidLink],
    [{ audience: 'everyone' }, 'audience', campaignMessages.audienceMissing],
    [{ channels: [] }, 'channels', campaignMessages.channelMissing],
    [{ audience: 'subscribers' }, 'channels', campaignMessages.subscribersByEmail],
    [{ audience: 'both' }, 'channels', campaignMessages.subscribersByEmail],
  ])('is rejected for %j with an error for the field', async (wrong, field, message) => {
    const response = await draft(wrong);

    expect(response.statusCode).toBe(422);
    expect(response.json().errors).toEqual([{ field, message }]);
  });

  test('can be edited only as a draft', async () => {
    await aCustomerWithConsent();
    const { id } = (await draft()).json();
    const edit = (title: string) =>
      admin.put(`/api/admin/campaigns/${id}`, { ...sale, ...byNotification, title }, keyed());

    expect((await edit('Spring sale')).json()).toMatchObject({ title: 'Spring sale', state: 'draft' });
    await send(id);
    const late = await edit('Summer sale');

    expect([late.statusCode, late.json().message]).toEqual([409, campaignMessages.conflict.sending]);
    expect(await progressOf(id)).toMatchObject({ title: 'Spring sale' });
  });
});

describe('a campaign with more recipients than a batch', () => {
  const PEOPLE = 2 * BATCH + 1;

  test('reports its progress', async () => {
    await addCustomersWithConsent(PEOPLE);
    const id = await started();

    const progress: number[] = [];
    for (let batch = 0; batch < 3; batch += 1) {
      await sendBatch();
      progress.push((await progressOf(id)).notifications);
    }

    expect(progress).toEqual([BATCH, 2 * BATCH, PEOPLE]);
    expect(await progressOf(id)).toMatchObject({ expectedNotifications: PEOPLE, state: 'sent' });
  });

  test('stores nothing of an aborted batch and notifies no customer twice when a job runs again', async () => {
    await addCustomersWithConsent(PEOPLE);
    const id = await started();
    const crash = db.transaction(async (tx) => {
      await sendBatch(tx);
      throw new Error('killed');
    });

    await expect(crash).rejects.toThrow('killed');
    expect(await countByRecipient(id)).toEqual([]);
    // Committed, but not reported as done: the queue runs the same job again, beside the one that follows it.
    await sendBatch();
    await work();

    expect(await countByRecipient(id)).toEqual([{ times: 1, people: PEOPLE }]);
    expect(await progressOf(id)).toMatchObject({ notifications: PEOPLE });
  });

  test('notifies every customer exactly once when several workers run concurrently', async () => {
    await addCustomersWithConsent(PEOPLE);
    const ids = [await started(), await started({ title: 'Spring sale' })];

    while ((await Promise.all(ids.map(progressOf))).some(({ endedAt }) => !endedAt))
      await Promise.all([work(), work(), sendBatch()]);

    for (const id of ids) {
      expect(await countByRecipient(id)).toEqual([{ times: 1, people: PEOPLE }]);
      expect(await progressOf(id)).toMatchObject({ notifications: PEOPLE });
    }
  });

  test('skips customers who withdraw their consent or delete their account between batches', async () => {
    await addCustomersWithConsent(BATCH);
    const [no, deletedCustomer, yes] = [
      await aCustomerWithConsent(),
      await aCustomerWithConsent({ password }),
      await aCustomerWithConsent(),
    ];
    const id = await started();
    await sendBatch();

    await no.put('/api/user/preferences', { ...preferences, marketing: false });
    await deletedCustomer.post('/api/user/deletion', { password });
    await work();

    expect(await progressOf(id)).toMatchObject({ expectedNotifications: BATCH + 3, notifications: BATCH + 1 });
    expect([await notificationsOf(no.id), await notificationsOf(deletedCustomer.id)]).toEqual([[], []]);
    expect(await notificationsOf(yes.id)).toHaveLength(1);
  });

  test('stopped between batches reaches no further customer', async () => {
    await addCustomersWithConsent(PEOPLE);
    const id = await started();
    await sendBatch();

    const stop = () => admin.post(`/api/admin/campaigns/${id}/stop`, undefined, keyed());
    const stopped = await stop();
    await work();

    expect(stopped.json()).toMatchObject({ state: 'stopped', notifications: BATCH, endedAt: expect.any(String) });
    expect(await countByRecipient(id)).toEqual([{ times: 1, people: BATCH }]);
    for (const late of [await stop(), await send(id)])
      expect([late.statusCode, late.json().message]).toEqual([409, campaignMessages.conflict.stopped]);
  });

  test('of the previous release continues after its last customer, and is stopped for its worker too', async () => {
    await addCustomersWithConsent(PEOPLE);
    const { rows } = await sql.query(
      `insert into campaigns (title, message, last_user_id, recipients, created_by)
       select 'Winter sale', 'Half price.', id, 1, $1 from users where wants_marketing order by id limit 1 returning id`,
      [admin.id],
    );
    const { id } = rows[0];
    await sendBatch();

    expect(await progressOf(id)).toMatchObject({ state: 'sending', notifications: BATCH + 1 });
    expect(await countByRecipient(id)).toEqual([{ times: 1, people: BATCH }]);
    await admin.post(`/api/admin/campaigns/${id}/stop`, undefined, keyed());
    const unfinished = await sql.query('select from campaigns where id = $1 and finished_at is null', [id]);
    expect(unfinished.rowCount).toBe(0);
  });

  test('waits for a concurrent account deletion and skips its customer', async () => {
    const deletedCustomer = await aCustomerWithConsent();
    const id = await started();
    const deletion = await sql.connect();
    await deletion.query('begin');
    await deletion.query(`update users set email = 'gone@deleted.invalid', deleted_at = now() where id = $1`, [
      deletedCustomer.id,
    ]);

    const batch = sendBatch();
    await waitForLock();
    await deletion.query('commit');
    deletion.release();
    await batch;

    expect(await notificationsOf(deletedCustomer.id)).toEqual([]);
    expect(await progressOf(id)).toMatchObject({ notifications: 0, state: 'sent' });
  });
});

async function waitForLock() {
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  while ((await sql.query(waiting)).rowCount === 0);
}

describe('reading campaigns', () => {
  test('lists the newest first, page by page, and by status', async () => {
    const sent: string[] = [];
    for (let i = 0; i < 21; i += 1) sent.unshift((await draft({ title: `Sale ${i}` })).json().id);

    const first = await admin.get('/api/admin/campaigns');
    const [, next = ''] = /<(.+)>; rel="next"/.exec(String(first.headers.link)) ?? [];
    const second = await admin.get(next);

    expect(first.json().map(({ id }: { id: string }) => id)).toEqual(sent.slice(0, 20));
    expect(second.json()[0].id).toBe(sent[20]);
    expect((await admin.get('/api/admin/campaigns?state=draft')).json()).toEqual(first.json());
    expect((await admin.get('/api/admin/campaigns?state=scheduled')).json()).toEqual([]);
  });

  test('answers 404 for an unknown campaign', async () => {
    for (const path of ['', '/recipients', '/preview']) {
      const response = await admin.get(`/api/admin/campaigns/${randomUUID()}${path}`);

      expect([response.statusCode, response.json().message]).toEqual([404, campaignMessages.notFound]);
    }
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
          : who.post('/api/admin/campaigns', { ...sale, ...byNotification }, keyed());

      const [anonymous, customer] = [await call(guest), await call(ada)];
      await work();

      expect([anonymous.statusCode, anonymous.json().message]).toEqual([401, problemMessages.unauthenticated]);
      expect([customer.statusCode, customer.json().message]).toEqual([403, problemMessages.forbidden]);
      expect(await notificationsOf(ada.id)).toEqual([]);
    },
  );

  test('a role without the permission to write can read, but not send', async () => {
    await aCustomerWithConsent();
    const { id } = (await draft()).json();
    const reader = await anAdmin({ role: 'read-only' });

    expect((await reader.get(`/api/admin/campaigns/${id}`)).statusCode).toBe(200);
    expect((await reader.post(`/api/admin/campaigns/${id}/sending`, undefined, keyed())).statusCode).toBe(403);
    expect((await reader.post(`/api/admin/campaigns/${id}/sending/dry-run`)).statusCode).toBe(403);
  });
});
