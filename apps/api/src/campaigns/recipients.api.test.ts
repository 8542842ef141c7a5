import { randomUUID } from 'node:crypto';
import { CAMPAIGN_AUDIENCES, CAMPAIGN_CHANNELS } from '@shop/contracts/campaigns/constants';
import fc from 'fast-check';
import { afterAll, test } from 'vitest';
import { aMailServer } from '#test/mail-server.ts';
import { propertyOptions, rounds } from '#test/property-runs.ts';
import { createTestStore } from '#test/test-store.ts';

const server = await aMailServer();
afterAll(server.close);
const { anAdmin, sql, work } = await createTestStore({ env: { SMTP_URL: server.url } });
const admin = await anAdmin();
const keyed = () => ({ 'idempotency-key': randomUUID() });

/** Whom an address belongs to: a customer, a subscriber, or both. */
const person = fc.record({
  customer: fc.option(fc.record({ optedIn: fc.boolean(), dated: fc.boolean(), confirmed: fc.boolean() })),
  subscriber: fc.option(fc.record({ confirmed: fc.boolean(), unsubscribed: fc.boolean() })),
});
type Person = typeof person extends fc.Arbitrary<infer T> ? T : never;
const target = fc
  .record({ audience: fc.constantFrom(...CAMPAIGN_AUDIENCES), channels: fc.subarray([...CAMPAIGN_CHANNELS]) })
  .filter(({ audience, channels }) => channels.length > 0 && (audience === 'customers' || channels.includes('email')));

async function store(people: Person[]) {
  await sql.query('update users set wants_marketing = false, marketing_consent_at = null where wants_marketing');
  await sql.query('delete from newsletter_subscribers');
  for (const { customer, subscriber } of people) {
    const email = `${randomUUID()}@example.com`;
    if (customer)
      await sql.query(
        `insert into users (name, email, email_verified, wants_marketing, marketing_consent_at)
         values ('Ada', $1, $2, $3, case when $4 then now() end)`,
        [email, customer.confirmed, customer.optedIn, customer.dated],
      );
    if (subscriber)
      await sql.query(
        `insert into newsletter_subscribers (email, confirmed_at, unsubscribed_at)
         values ($1, case when $2 then now() end, case when $3 then now() end)`,
        [email, subscriber.confirmed, subscriber.unsubscribed],
      );
  }
}
test('the numbers of the dry run and of the page are those that are sent, for any audience', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(person, { maxLength: 12 }), target, async (people, { audience, channels }) => {
      await store(people);
      const draft = { title: 'Sale', message: 'Two days only.', audience, channels };
      const { id } = (await admin.post('/api/admin/campaigns', draft, keyed())).json();
      const campaign = `/api/admin/campaigns/${id}`;

      const recipients = (await admin.get(`${campaign}/recipients`)).json();
      const dryRun = await admin.post(`${campaign}/sending/dry-run`);
      const sent = await admin.post(`${campaign}/sending`, undefined, keyed());
      if (recipients.people === 0) return dryRun.statusCode === 409 && sent.statusCode === 409;
      await work();

      const { state, emails, notifications } = (await admin.get(campaign)).json();
      const { rows } = await sql.query(
        `select count(*)::int as people from (
           select to_email from email_messages where payload ->> 'campaignId' = $1
           union select email from notifications n join users u on u.id = n.user_id where n.campaign_id = $1::uuid) them`,
        [id],
      );
      const effects = new Map(
        dryRun.json().effects.map(({ kind, count }: { kind: string; count: number }) => [kind, count] as const),
      );
      return (
        state === 'sent' &&
        emails === recipients.emails &&
        notifications === recipients.notifications &&
        rows[0].people === recipients.people &&
        emails === (effects.get('email') ?? 0) &&
        notifications === (effects.get('notification') ?? 0)
      );
    }),
    propertyOptions(rounds(20, 200)),
  );
});
