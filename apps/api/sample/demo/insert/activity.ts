import { hash } from '@node-rs/argon2';
import { countCustomers } from '#analytics/roll-up-queries.ts';
import type { Db } from '#platform/database/db.ts';
import { text } from '#platform/database/row.ts';
import { all, count, rowsOf } from '#platform/database/sql.ts';
import { DEMO_ACCOUNTS } from '#sample/accounts.ts';
import type { DemoCart, DemoStockAlert, DemoWishlistItem } from '#sample/demo/generate/browsing.ts';
import type { DemoCustomer } from '#sample/demo/generate/customers.ts';
import type { DemoCampaign, DemoSubscriber } from '#sample/demo/generate/marketing.ts';
import type { DemoNotification } from '#sample/demo/generate/notifications.ts';
import type { DemoReview, DemoReviewDetails } from '#sample/demo/generate/reviews.ts';
import type { DemoTicket } from '#sample/demo/generate/tickets.ts';
import type {
  DemoCount,
  DemoRemedy,
  DemoSearch,
  DemoSearchDemand,
  DemoSoldOutDemand,
} from '#sample/demo/generate/visits.ts';
import type { DemoStaff } from '#sample/demo/generate/world.ts';
import { inChunks } from './chunks.ts';

export async function listTakenEmails(tx: Db) {
  const rows = await tx.run(
    all('demo.listTakenEmails', { email: text })`select email from users where email like '%@example.com'`,
  );
  return new Set(rows.map(({ email }) => email));
}

/** All have the password of the demo customer, and therefore one hash: 1,200 of them would take minutes. */
export async function insertCustomers(tx: Db, customers: readonly DemoCustomer[]) {
  const password = await hash(DEMO_ACCOUNTS.customer.password);
  const users = customers.map(({ id, name, email, phone, wantsMarketing, createdAt }) => ({
    id,
    name,
    email,
    emailVerified: true,
    phone,
    wantsMarketing,
    marketingConsentAt: wantsMarketing ? createdAt : null,
    createdAt,
    updatedAt: createdAt,
  }));
  await inChunks(tx, users, (part) => count('demo.insertUsers')`insert into users ${rowsOf(part)}`);
  const accounts = customers.map(({ id, createdAt }) => ({
    userId: id,
    accountId: id,
    providerId: 'credential',
    password,
    createdAt,
    updatedAt: createdAt,
  }));
  await inChunks(tx, accounts, (part) => count('demo.insertAccounts')`insert into accounts ${rowsOf(part)}`);
  const addresses = customers.map(({ id: userId, address, createdAt }) => ({
    ...address,
    userId,
    isDefault: true,
    createdAt,
    updatedAt: createdAt,
  }));
  await inChunks(tx, addresses, (part) => count('demo.insertAddresses')`insert into addresses ${rowsOf(part)}`);
}

export async function insertCarts(tx: Db, abandoned: readonly DemoCart[]) {
  const rows = abandoned.map(({ id, userId, guestTokenHash, updatedAt }) => ({
    id,
    userId,
    guestTokenHash: guestTokenHash === undefined ? undefined : Buffer.from(guestTokenHash, 'hex'),
    createdAt: updatedAt,
    updatedAt,
  }));
  await inChunks(tx, rows, (part) => count('demo.insertCarts')`insert into carts ${rowsOf(part)}`);
  const lines = abandoned.flatMap(({ id: cartId, lines: chosen, updatedAt: createdAt }) =>
    chosen.map(({ variant, quantity }) => ({
      cartId,
      variantId: variant.variantId,
      quantity,
      lastShownPriceCents: variant.unitPriceCents,
      createdAt,
    })),
  );
  await inChunks(tx, lines, (part) => count('demo.insertCartLines')`insert into cart_lines ${rowsOf(part)}`);
}

export const insertWishlists = (tx: Db, items: readonly DemoWishlistItem[]) =>
  inChunks(tx, items, (part) => {
    const rows = part.map(({ at: createdAt, ...item }) => ({ ...item, createdAt }));
    return count('demo.insertWishlists')`insert into wishlist_items ${rowsOf(rows)}`;
  });

export const insertStockAlerts = (tx: Db, alerts: readonly DemoStockAlert[]) =>
  inChunks(tx, alerts, (part) => {
    const rows = part.map(({ at: createdAt, ...alert }) => ({ ...alert, createdAt }));
    return count('demo.insertWaitlist')`insert into waitlist ${rowsOf(rows)}`;
  });

/** Triggers update the ratings of the products, and count the votes. */
export async function insertReviews(tx: Db, written: readonly (DemoReview & DemoReviewDetails)[]) {
  const rows = written.map(({ customer, moderatedAt, voters: _voters, ...review }) => ({
    ...review,
    userId: customer.id,
    userName: customer.name,
    updatedAt: moderatedAt ?? review.createdAt,
  }));
  await inChunks(tx, rows, (part) => count('demo.insertReviews')`insert into reviews ${rowsOf(part)}`);
  const votes = written.flatMap(({ id, productId, voters }) =>
    voters.map((voter) => ({ reviewId: id, productId, userId: voter.id })),
  );
  await inChunks(tx, votes, (part) => count('demo.insertVotes')`insert into review_votes ${rowsOf(part)}`);
}

export async function insertTickets(tx: Db, staff: DemoStaff, tickets: readonly DemoTicket[]) {
  const rows = tickets.map(({ messages, closedAt, ...ticket }) => ({
    ...ticket,
    updatedAt: closedAt ?? messages.at(-1)?.at ?? ticket.createdAt,
  }));
  await inChunks(tx, rows, (part) => count('demo.insertTickets')`insert into support_tickets ${rowsOf(part)}`);
  const thread = tickets.flatMap(({ id: ticketId, userId, messages }) =>
    messages.map(({ id, fromStaff, body, at }) => ({
      id,
      ticketId,
      fromStaff,
      authorUserId: fromStaff ? staff.support : userId,
      body,
      createdAt: at,
    })),
  );
  await inChunks(tx, thread, (part) => count('demo.insertMessages')`insert into support_messages ${rowsOf(part)}`);
}

export async function insertCampaigns(tx: Db, createdBy: string, sent: readonly DemoCampaign[]) {
  const rows = sent.map(({ recipients, ...campaign }) => ({
    ...campaign,
    createdBy,
    state: 'sent',
    startedAt: campaign.createdAt,
    endedAt: campaign.finishedAt,
    customersDone: true,
    recipients: recipients.length,
    expectedRecipients: recipients.length,
    lastUserId: recipients.at(-1)?.id,
  }));
  await inChunks(tx, rows, (part) => count('demo.insertCampaigns')`insert into campaigns ${rowsOf(part)}`);
}

export const insertNotifications = (tx: Db, rows: readonly DemoNotification[]) =>
  inChunks(tx, rows, (part) => count('demo.insertNotifications')`insert into notifications ${rowsOf(part)}`);

export const insertSubscribers = (tx: Db, subscribers: readonly DemoSubscriber[]) =>
  inChunks(tx, subscribers, (part) => {
    const rows = part.map((subscriber) => ({ ...subscriber, createdAt: subscriber.requestedAt }));
    return count('demo.insertSubscribers')`
      insert into newsletter_subscribers ${rowsOf(rows)} on conflict do nothing`;
  });

/** Added to what was counted before. */
export async function insertCounts(tx: Db, counts: readonly DemoCount[], searches: readonly DemoSearch[]) {
  await inChunks(
    tx,
    counts,
    (part) => count('demo.addCounts')`
      insert into daily_counts ${rowsOf(part)}
          on conflict (metric, day) do update set count = daily_counts.count + excluded.count`,
  );
  await inChunks(
    tx,
    searches,
    (part) => count('demo.addSearches')`
      insert into zero_result_searches ${rowsOf(part)}
          on conflict (month, query) do update set count = zero_result_searches.count + excluded.count`,
  );
}

/** New accounts are counted from the last counted day on: without any, all of them are. */
export async function recountCustomers(tx: Db) {
  await tx.run(count('demo.deleteCustomerCounts')`delete from daily_counts where metric = 'customers'`);
  await countCustomers(tx);
}

/** What was counted before stays. */
export const insertSearchDemand = (tx: Db, searches: readonly DemoSearchDemand[]) =>
  inChunks(
    tx,
    searches,
    (part) => count('demo.insertSearchDemand')`insert into search_demand ${rowsOf(part)} on conflict do nothing`,
  );

export const insertSoldOutDemand = (tx: Db, items: readonly DemoSoldOutDemand[]) =>
  inChunks(
    tx,
    items,
    (part) => count('demo.insertSoldOutDemand')`insert into sold_out_demand ${rowsOf(part)} on conflict do nothing`,
  );

export const insertRemedies = (tx: Db, remedies: readonly DemoRemedy[]) =>
  inChunks(tx, remedies, (part) => {
    const rows = part.map(({ query, doneAt }) => ({
      subject: 'search',
      key: query,
      name: query,
      remedy: 'synonym',
      doneAt,
      day: doneAt.toISOString().slice(0, 10),
    }));
    return count('demo.insertRemedies')`insert into demand_remedies ${rowsOf(rows)} on conflict do nothing`;
  });
