import { randomUUID } from 'node:crypto';
import type { NewCampaign } from '@shop/contracts/campaigns/schema';
import { localTime, momentAt } from '@shop/contracts/common/days';
import { unsubscribeMessages } from '@shop/contracts/newsletter/messages';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { runQueuedJobs } from '#test/jobs.ts';
import { aMailServer } from '#test/mail-server.ts';
import { createTestStore } from '#test/test-store.ts';
import { EMAIL_BATCH, MOST_WAITING, sendNextBatch } from './batches.ts';

const server = await aMailServer();
afterAll(server.close);
const ORIGIN = 'https://shop.example.com';
const { aShopper, anAdmin, config, db, guest, sql, work } = await createTestStore({
  env: { SMTP_URL: server.url, PUBLIC_URL: ORIGIN },
});
const admin = await anAdmin();
const PASSWORD = 'a long enough password';

const keyed = () => ({ 'idempotency-key': randomUUID() });
const sale = {
  title: 'Winter sale',
  message: 'All **rings** at half price. See the [guide](/faq).\n\n- Two days only\n\n<script>alert(1)</script>',
  link: '/products',
  audience: 'both',
  channels: ['email'],
} satisfies NewCampaign;

async function aDraft(overrides: Partial<NewCampaign> = {}) {
  const response = await admin.post('/api/admin/campaigns', { ...sale, ...overrides }, keyed());
  return `/api/admin/campaigns/${response.json().id}`;
}
async function started(overrides: Partial<NewCampaign> = {}) {
  const campaign = await aDraft(overrides);
  expect((await admin.post(`${campaign}/sending`, undefined, keyed())).statusCode).toBe(200);
  return campaign;
}
const read = async (campaign: string) => (await admin.get(campaign)).json();

async function aCustomer(person: Parameters<typeof aShopper>[0] = {}) {
  const shopper = await aShopper(person);
  await shopper.put('/api/user/preferences', { orderEmails: true, marketing: true });
  return shopper;
}
async function aSubscriber(email = `${randomUUID()}@example.com`) {
  await sql.query('insert into newsletter_subscribers (email, confirmed_at) values ($1, now())', [email]);
  return email;
}
const addSubscribers = (people: number) =>
  sql.query(
    `insert into newsletter_subscribers (email, confirmed_at)
     select gen_random_uuid() || '@example.com', now() from generate_series(1, $1::int)`,
    [people],
  );
const received = (email: string) => server.messages.filter((message) => message.to?.[0]?.address === email);
const headersOf = (email: string) =>
  Object.fromEntries((received(email).at(-1)?.headers ?? []).map(({ key, value }) => [key, value]));
const unsubscribeUrlOf = (email: string) =>
  /<(https:[^>]+)>/.exec(headersOf(email)['list-unsubscribe'] ?? '')?.[1] ?? '';
const unsubscribe = (url: string) =>
  guest.post('/api/newsletter/unsubscription', { token: new URL(url).searchParams.get('token') });
/** The addresses of queued and sent emails of a campaign. */
const addressesOf = async (campaign: string) =>
  (
    await sql.query(
      `select to_email from email_messages where kind = 'campaign' and payload ->> 'campaignId' = $1 order by 1`,
      [campaign.split('/').at(-1)],
    )
  ).rows.map(({ to_email }) => to_email);

beforeEach(async () => {
  await sql.query('update users set wants_marketing = false, marketing_consent_at = null where wants_marketing');
  await sql.query('update newsletter_subscribers set unsubscribed_at = now() where unsubscribed_at is null');
  await sql.query(`update campaigns set state = 'stopped', ended_at = now() where state = 'sending'`);
});

describe('the email of a campaign', () => {
  test('has one-click unsubscribe headers, its text with safe Markdown, the reason and the seller', async () => {
    await sql.query(
      `update store_settings set contact_email = 'hello@shop.example.com', legal_name = 'Crystal Ltd', city = 'Pune'`,
    );
    const ada = await aCustomer();

    await started();
    await work();
    await sql.query(`update store_settings set contact_email = null, legal_name = '', city = ''`);

    const [email, ...more] = received(ada.email);
    expect(more).toEqual([]);
    expect(email?.subject).toBe('Winter sale');
    const url = unsubscribeUrlOf(ada.email);
    expect(url).toMatch(new RegExp(`^${ORIGIN}/newsletter/unsubscribe\\?token=${ada.id}\\.[\\w-]{43}$`));
    expect(headersOf(ada.email)).toMatchObject({
      'list-unsubscribe': `<${url}>, <mailto:hello@shop.example.com?subject=unsubscribe>`,
      'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
    });
    expect(email?.html).toContain('All <strong>rings</strong> at half price.');
    expect(email?.html).toContain(`<a href="${ORIGIN}/faq"`);
    expect(email?.html).not.toContain('<script');
    for (const part of [email?.html, email?.text]) {
      expect(part).toContain(`${ORIGIN}/products`);
      expect(part).toContain(url);
      expect(part).toContain('because you opted in to marketing emails');
      expect(part).toContain('Crystal Ltd');
      expect(part).toContain('Pune');
      expect(part).not.toContain('Hello');
    }
  });

  test('to a subscriber has the link and the reason of the newsletter, and no mailto without a contact address', async () => {
    const email = await aSubscriber();

    await started({ link: null });
    await work();

    const { rows } = await sql.query('select token from newsletter_subscribers where email = $1', [email]);
    expect(headersOf(email)['list-unsubscribe']).toBe(`<${ORIGIN}/newsletter/unsubscribe?token=${rows[0].token}>`);
    expect(received(email)[0]?.text).toContain('because you subscribed to our newsletter');
    expect(received(email)[0]?.text).not.toContain(`${ORIGIN}/products`);
  });

  test('is the preview, but for the unsubscribe link', async () => {
    const ada = await aCustomer();
    const campaign = await started();
    await work();

    const preview = await admin.get(`${campaign}/preview`);

    const token = new URL(unsubscribeUrlOf(ada.email)).searchParams.get('token');
    expect(preview.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': expect.stringContaining("sandbox; frame-ancestors 'self'"),
      'x-frame-options': 'SAMEORIGIN',
    });
    const lines = (html = '') => html.trim().split(/\r?\n/);
    expect(lines(preview.body)).toEqual(lines(received(ada.email)[0]?.html?.replaceAll(`?token=${token}`, '')));
  });

  test('is sent as a test to the caller only, who needs no consent', async () => {
    const campaign = await aDraft();

    const response = await admin.post(`${campaign}/test-email`, undefined, keyed());
    await work();

    expect(response.json()).toMatchObject({ state: 'draft', emails: 0 });
    expect(received(admin.email).map(({ subject }) => subject)).toEqual(['Winter sale']);
    expect(unsubscribeUrlOf(admin.email)).toContain(admin.id);
  });
});

describe('the audience of a campaign', () => {
  test('of both gets one email per address, customers first', async () => {
    const ada = await aCustomer();
    const [mary, unconfirmed] = [await aCustomer(), await aCustomer({ emailVerified: false })];
    await aSubscriber(ada.email);
    await aSubscriber(unconfirmed.email);
    const reader = await aSubscriber();

    const campaign = await started({ channels: ['email', 'notification'] });
    await work();

    expect(await addressesOf(campaign)).toEqual([ada.email, mary.email, reader, unconfirmed.email].toSorted());
    expect(unsubscribeUrlOf(ada.email)).toContain(ada.id);
    expect(await read(campaign)).toMatchObject({
      state: 'sent',
      emails: 4,
      notifications: 3,
      expectedEmails: 4,
      expectedNotifications: 3,
    });
  });

  test('of both includes a subscriber who confirms the address of the account while it is sent', async () => {
    const ada = await aCustomer({ emailVerified: false });
    await aSubscriber(ada.email);
    const campaign = await started();
    await sendNextBatch(db, config.authSecret);

    await sql.query('update users set email_verified = true where id = $1', [ada.id]);
    await work();

    expect(await addressesOf(campaign)).toEqual([ada.email]);
  });

  test('of customers excludes unconfirmed addresses, and that of subscribers excludes customers', async () => {
    const ada = await aCustomer();
    await aCustomer({ emailVerified: false });
    const reader = await aSubscriber();

    const [customers, subscribers] = [
      await started({ audience: 'customers' }),
      await started({ audience: 'subscribers' }),
    ];
    await work();

    expect(await addressesOf(customers)).toEqual([ada.email]);
    expect(await addressesOf(subscribers)).toEqual([reader]);
  });

  test('is counted as the batches find it', async () => {
    const ada = await aCustomer();
    await aCustomer({ emailVerified: false });
    await aSubscriber(ada.email);
    await aSubscriber();
    const campaign = await aDraft({ channels: ['email', 'notification'] });

    const recipients = (await admin.get(`${campaign}/recipients`)).json();
    const dryRun = (await admin.post(`${campaign}/sending/dry-run`)).json();

    expect(recipients).toEqual({ emails: 2, notifications: 2, people: 3, countedAt: expect.any(String) });
    expect(dryRun.effects).toEqual([
      { kind: 'email', count: 2 },
      { kind: 'notification', count: 2 },
    ]);
    expect(await read(campaign)).toMatchObject({ state: 'draft' });
  });

  test('loses who withdraws between batches or while the email is queued', async () => {
    await addSubscribers(EMAIL_BATCH + 1);
    const queued = await aCustomer();
    const campaign = await started();
    await sendNextBatch(db, config.authSecret);
    await sendNextBatch(db, config.authSecret);
    const waiting = await sql.query<{ email: string }>(
      'select email from newsletter_subscribers where unsubscribed_at is null and email <> all ($1)',
      [await addressesOf(campaign)],
    );
    const reader = waiting.rows[0]?.email ?? '';

    await sql.query('update newsletter_subscribers set unsubscribed_at = now() where email = $1', [reader]);
    await queued.put('/api/user/preferences', { orderEmails: true, marketing: false });
    await work();

    expect(waiting.rows).toHaveLength(1);
    expect(await addressesOf(campaign)).not.toContain(reader);
    expect(await addressesOf(campaign)).toContain(queued.email);
    expect([received(reader), received(queued.email)]).toEqual([[], []]);
  });

  test('gets each email once when a batch is aborted, and when its job runs twice', async () => {
    await addSubscribers(EMAIL_BATCH + 1);
    const campaign = await started({ audience: 'subscribers' });
    const crash = db.transaction(async (tx) => {
      await sendNextBatch(tx, config.authSecret);
      throw new Error('killed');
    });
    await expect(crash).rejects.toThrow('killed');
    expect(await addressesOf(campaign)).toEqual([]);

    await sendNextBatch(db, config.authSecret);
    await work();

    const addresses = await addressesOf(campaign);
    expect(new Set(addresses).size).toBe(EMAIL_BATCH + 1);
    expect(addresses).toHaveLength(EMAIL_BATCH + 1);
    expect(await read(campaign)).toMatchObject({ state: 'sent', emails: EMAIL_BATCH + 1 });
  });

  test('waits while many emails are queued, so that a stop ends the rest', async () => {
    await addSubscribers(MOST_WAITING + 1);
    const campaign = await started({ audience: 'subscribers' });
    for (let batch = 0; batch < 4; batch += 1) await sendNextBatch(db, config.authSecret);

    expect(await read(campaign)).toMatchObject({ state: 'sending', emails: MOST_WAITING });
    const { rows } = await sql.query(
      `select run_at > now() as later from graphile_worker.jobs where key = 'send_campaigns_later'`,
    );
    expect(rows).toEqual([{ later: true }]);
    await sql.query(
      `select graphile_worker.complete_jobs(array(
         select id from graphile_worker.jobs where task_identifier = 'send_email'))`,
    );
    await sendNextBatch(db, config.authSecret);
    expect(await read(campaign)).toMatchObject({ state: 'sent', emails: MOST_WAITING + 1 });
    await work();
  });

  test('gets no queued email once the campaign is stopped', async () => {
    const reader = await aSubscriber();
    await addSubscribers(EMAIL_BATCH);
    const campaign = await started({ audience: 'subscribers' });
    await sendNextBatch(db, config.authSecret);

    await admin.post(`${campaign}/stop`, undefined, keyed());
    await work();

    expect(await addressesOf(campaign)).toHaveLength(EMAIL_BATCH);
    expect(received(reader)).toEqual([]);
  });

  test('leaves no trace of a deleted account', async () => {
    const ada = await aCustomer({ password: PASSWORD });
    const mary = await aShopper({ password: PASSWORD });
    await aSubscriber(mary.email);
    const campaign = await started();
    await work();

    for (const person of [ada, mary]) await person.post('/api/user/deletion', { password: PASSWORD });

    expect(await addressesOf(campaign)).toEqual([]);
  });
});

describe('a scheduled campaign', () => {
  const schedule = (campaign: string, at: string) => admin.put(`${campaign}/schedule`, { at }, keyed());
  /** Runs all queued jobs, also those of the future. */
  const later = () => runQueuedJobs({ sql, work });

  test('starts at the time of the store’s time zone', async () => {
    const reader = await aSubscriber();
    await sql.query(`update store_settings set time_zone = 'Asia/Kolkata'`);
    const campaign = await aDraft();

    const scheduled = await schedule(campaign, '2099-03-05T10:30');
    await work();
    await sql.query('update store_settings set time_zone = default');

    expect(scheduled.json()).toMatchObject({ state: 'scheduled', scheduledAt: '2099-03-05T05:00:00.000Z' });
    expect(received(reader)).toEqual([]);
    await later();
    expect(await read(campaign)).toMatchObject({ state: 'sent', emails: 1 });
    expect(received(reader)).toHaveLength(1);
  });

  test.each(['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Africa/Cairo', 'Asia/Kolkata'])(
    'starts at the moment that a discount code means by the same time, when clocks change too: %s',
    async (timeZone) => {
      await sql.query('update store_settings set time_zone = $1', [timeZone]);
      const offsetAt = (moment: number) => Date.parse(`${localTime(new Date(moment), timeZone)}Z`) - moment;
      const days = Array.from({ length: 365 }, (_, day) => Date.parse('2037-01-01T00:00Z') + day * 86_400_000);
      const changes = days.filter((day) => offsetAt(day) !== offsetAt(day + 86_400_000));
      const campaign = await aDraft();

      for (const day of changes.length > 0 ? changes : [Date.parse('2037-06-01T00:00Z')])
        for (let minutes = -60; minutes <= 4 * 60; minutes += 30) {
          const at = new Date(day + minutes * 60_000).toISOString().slice(0, 16);
          const { scheduledAt } = (await schedule(campaign, at)).json();
          expect([at, scheduledAt]).toEqual([at, momentAt(at, timeZone).toISOString()]);
        }
      await sql.query('update store_settings set time_zone = default');
      await admin.post(`${campaign}/stop`, undefined, keyed());
    },
  );

  test('starts by the job of its last schedule only, and not after it was stopped', async () => {
    const reader = await aSubscriber();
    const [changed, stopped] = [await aDraft(), await aDraft({ title: 'Stopped sale' })];
    await schedule(changed, '2099-03-05T10:30');
    await schedule(stopped, '2099-03-05T10:30');
    const { rows } = await sql.query(`select id from graphile_worker.jobs where task_identifier = 'start_campaign'`);

    await schedule(changed, '2099-03-06T10:30');
    const stop = await admin.post(`${stopped}/stop`, undefined, keyed());
    await sql.query('select graphile_worker.reschedule_jobs($1::bigint[], run_at => now())', [
      rows.map(({ id }) => id),
    ]);
    await work();

    expect(stop.json()).toMatchObject({ state: 'draft', scheduledAt: null });
    expect(await read(changed)).toMatchObject({ state: 'scheduled' });
    await later();
    expect([await read(changed), await read(stopped)]).toMatchObject([{ state: 'sent' }, { state: 'draft' }]);
    expect(received(reader)).toHaveLength(1);
  });

  test.each([
    ['2020-01-01T10:00', 'Enter a date and time in the future'],
    ['2099-02-30T10:00', 'Enter a valid date and time, for example 2026-03-05T10:30'],
    ['0000-01-01T10:00', 'Enter a valid date and time, for example 2026-03-05T10:30'],
    ['tomorrow', 'Enter a valid date and time, for example 2026-03-05T10:30'],
  ])('is rejected for %s', async (at, message) => {
    await aSubscriber();
    const campaign = await aDraft();

    for (const response of [await schedule(campaign, at), await admin.put(`${campaign}/schedule/dry-run`, { at })]) {
      expect(response.statusCode).toBe(422);
      expect(response.json().errors).toEqual([{ field: 'at', message }]);
    }
  });
});

describe('unsubscribing from a campaign', () => {
  test('takes one request, also twice, and ends campaigns to the customer and the subscriber', async () => {
    const ada = await aCustomer();
    await aSubscriber(ada.email);
    const reader = await aSubscriber();
    const mary = await aCustomer({ emailVerified: false });
    await aSubscriber(mary.email);
    await started();
    await work();

    for (const email of [ada.email, reader, mary.email]) {
      const responses = [await unsubscribe(unsubscribeUrlOf(email)), await unsubscribe(unsubscribeUrlOf(email))];
      expect(responses.map(({ statusCode, body }) => [statusCode, JSON.parse(body).message])).toEqual([
        [200, unsubscribeMessages.done],
        [200, unsubscribeMessages.done],
      ]);
    }
    const other = await aSubscriber();
    const next = await started({ title: 'Spring sale', channels: ['email', 'notification'] });
    await work();

    expect(await addressesOf(next)).toEqual([other]);
    expect(await read(next)).toMatchObject({ emails: 1, notifications: 0 });
    expect((await ada.get('/api/user/preferences')).json()).toMatchObject({ marketing: false });
  });

  test('is rejected with a signature that is not ours', async () => {
    const ada = await aCustomer();

    const response = await guest.post('/api/newsletter/unsubscription', { token: `${ada.id}.${'a'.repeat(43)}` });

    expect([response.statusCode, response.json().message]).toEqual([422, unsubscribeMessages.invalid]);
    expect((await ada.get('/api/user/preferences')).json()).toMatchObject({ marketing: true });
  });
});
