import { ProductQuery } from '@shop/contracts/catalog/schema';
import { countChangedOrders } from '#analytics/roll-up-queries.ts';
import { insertAuditEntries } from '#audit/log-queries.ts';
import { browseProducts } from '#catalog/service.ts';
import type { Db } from '#platform/database/db.ts';
import { count } from '#platform/database/sql.ts';
import {
  campaignEntries,
  codeEntries,
  noteEntries,
  orderEntries,
  returnEntries,
  reviewEntries,
  stockEntries,
  ticketEntries,
} from '#sample/demo/generate/audit.ts';
import { cartsOf, expiredCheckoutsOf, stockAlertsOf, wishlistsOf } from '#sample/demo/generate/browsing.ts';
import { yearBefore } from '#sample/demo/generate/calendar.ts';
import { codesOf } from '#sample/demo/generate/codes.ts';
import { customersOf, type DemoCustomer } from '#sample/demo/generate/customers.ts';
import { invoicesOf } from '#sample/demo/generate/invoices.ts';
import { campaignsOf, subscribersOf } from '#sample/demo/generate/marketing.ts';
import { notesOf } from '#sample/demo/generate/notes.ts';
import { campaignNotifications, historyOf, orderNotifications } from '#sample/demo/generate/notifications.ts';
import { type DemoOrder, ordersOf } from '#sample/demo/generate/orders.ts';
import { diceOf, plusDays } from '#sample/demo/generate/random.ts';
import { returnsOf } from '#sample/demo/generate/returns.ts';
import { detailsOf, reviewsOf } from '#sample/demo/generate/reviews.ts';
import { stockOf } from '#sample/demo/generate/stock.ts';
import { ticketsOf } from '#sample/demo/generate/tickets.ts';
import { countsOf, remediesOf, searchDemandOf, searchesOf, soldOutDemandOf } from '#sample/demo/generate/visits.ts';
import type { World } from '#sample/demo/generate/world.ts';
import {
  insertCampaigns,
  insertCarts,
  insertCounts,
  insertCustomers,
  insertNotifications,
  insertRemedies,
  insertReviews,
  insertSearchDemand,
  insertSoldOutDemand,
  insertStockAlerts,
  insertSubscribers,
  insertTickets,
  insertWishlists,
  listTakenEmails,
  recountCustomers,
} from '#sample/demo/insert/activity.ts';
import { insertCheckouts, insertExpiredCheckouts } from '#sample/demo/insert/checkouts.ts';
import { inChunks } from '#sample/demo/insert/chunks.ts';
import { insertCodes, insertRedemptions } from '#sample/demo/insert/discounts.ts';
import { insertInvoices, lockInvoiceCounters } from '#sample/demo/insert/invoices.ts';
import { insertOrders } from '#sample/demo/insert/orders.ts';
import { hasDemoPayments, insertPayments } from '#sample/demo/insert/payments.ts';
import { insertReturns } from '#sample/demo/insert/returns.ts';
import { insertStockChanges, lockVariants } from '#sample/demo/insert/stock.ts';
import { waitForOtherSetups } from '#sample/load.ts';
import { getSettings, storeTerms } from '#settings/service.ts';
import { type DemoContent, readDemoContent } from './files.ts';
import { addStaff } from './staff.ts';

/** Orders per transaction of the roll-up, as the worker counts them. */
const COUNTED_AT_ONCE = 2_000;

/**
 * Adds a year of a store to the sample data, once; false if it is there already. The rows depend only on the catalog
 * and on `now`. All of them are one transaction; the sales of an interrupted run are counted by the next one, or by the
 * worker.
 */
export async function loadDemo(db: Db, now = new Date()) {
  const added = await db.transaction(async (tx) => {
    // Rows are generated between two statements.
    await tx.run(count('demo.allowIdling')`set local idle_in_transaction_session_timeout = 0`);
    await waitForOtherSetups(tx);
    if (await hasDemoPayments(tx)) return false;
    await insertYear(tx, now);
    return true;
  });
  while ((await countChangedOrders(db, COUNTED_AT_ONCE)) > 0);
  return added;
}

async function insertYear(tx: Db, now: Date) {
  const days = yearBefore(now);
  const staff = await addStaff(tx, plusDays(now, -400));
  const world: World = {
    now,
    days,
    terms: await storeTerms(tx),
    variants: await lockVariants(tx),
    staff,
    content: await judgeSearches(tx, readDemoContent()),
  };
  if (world.variants.length === 0) throw new Error('The demo data needs a product on sale.');

  const customers = customersOf(diceOf(1), world, await listTakenEmails(tx));
  await insertCustomers(tx, customers);
  const codes = codesOf(diceOf(2), world);
  const { added, usable } = await insertCodes(tx, codes);
  const newCodes = codes.filter(({ id }) => added.has(id));
  await inChunks(tx, codeEntries(diceOf(3), world, newCodes), insertAuditEntries);

  const orders = ordersOf(diceOf(4), world, customers, usable);
  await insertSales(tx, world, customers, orders);
  await insertMessages(tx, world, customers, orders);
  await insertCounts(tx, countsOf(diceOf(5), world, orders), searchesOf(diceOf(6), world));
  await insertSearchDemand(tx, searchDemandOf(diceOf(7), world));
  await insertRemedies(tx, remediesOf(world));
  await recountCustomers(tx);
}

/** By the search itself: which of the demo's queries find products as they are typed. */
async function judgeSearches(tx: Db, content: DemoContent): Promise<DemoContent> {
  const { searches, fewClicks, ...marketing } = content.marketing;
  const unmet: typeof searches = [];
  const found: typeof searches = [];
  for (const search of [...searches, ...fewClicks]) {
    const { products, interpretation } = await browseProducts(tx, ProductQuery.parse({ q: search[0] }));
    (products === '[]' || interpretation?.corrected ? unmet : found).push(search);
  }
  return { ...content, marketing: { ...marketing, searches: unmet, fewClicks: found } };
}

async function insertSales(tx: Db, world: World, customers: DemoCustomer[], orders: DemoOrder[]) {
  const expired = expiredCheckoutsOf(diceOf(10), world, customers);
  const dice = diceOf(11);
  const histories = orders.map((order) => ({ order, history: historyOf(dice, order) }));
  const notes = notesOf(diceOf(12), world, orders);
  await insertCheckouts(tx, world.terms, orders);
  await insertExpiredCheckouts(tx, world.terms, expired);
  await insertOrders(
    tx,
    world,
    orders,
    histories.flatMap(({ history }) => history),
    notes,
  );
  await insertPayments(tx, world.terms, orders, expired);
  await insertRedemptions(tx, orders);
  await insertInvoices(tx, invoicesOf(diceOf(13), world, orders, await getSettings(tx), await lockInvoiceCounters(tx)));

  const stock = stockOf(diceOf(14), world, orders);
  await insertStockChanges(tx, stock);
  const available = new Map(
    world.variants.map((variant) => {
      const change = stock.find(({ variantId }) => variantId === variant.variantId);
      return [variant.variantId, variant.available + (change?.received ?? 0) - (change?.sold ?? 0)];
    }),
  );
  const soldOut = world.variants.filter(({ variantId }) => available.get(variantId) === 0);
  await insertStockAlerts(tx, stockAlertsOf(diceOf(15), world, customers, soldOut));
  await insertSoldOutDemand(tx, soldOutDemandOf(diceOf(17), world, soldOut));

  const returned = returnsOf(diceOf(19), world, orders, available);
  await insertReturns(tx, world.staff, returned);

  const ofOrders = diceOf(16);
  await insertNotifications(
    tx,
    histories.flatMap(({ order, history }) => orderNotifications(ofOrders, world, order, history)),
  );
  const entries = [
    ...orders.flatMap((order) => orderEntries(ofOrders, world, order)),
    ...noteEntries(ofOrders, notes),
    ...returnEntries(ofOrders, world, returned),
    ...stockEntries(
      ofOrders,
      stock.flatMap(({ movements }) => movements),
    ),
  ];
  await inChunks(tx, entries, insertAuditEntries);
}

async function insertMessages(tx: Db, world: World, customers: DemoCustomer[], orders: DemoOrder[]) {
  const reviews = reviewsOf(diceOf(20), world, orders);
  const detailDice = diceOf(26);
  await insertReviews(
    tx,
    reviews.map((review) => ({ ...review, ...detailsOf(detailDice, world, review, customers) })),
  );
  const tickets = ticketsOf(diceOf(21), world, customers, orders);
  await insertTickets(tx, world.staff, tickets);

  const dice = diceOf(22);
  const campaigns = campaignsOf(dice, world, customers);
  await insertCampaigns(tx, world.staff.manager, campaigns);
  await insertNotifications(
    tx,
    campaigns.flatMap((campaign) => campaignNotifications(dice, world, campaign)),
  );
  await insertSubscribers(tx, subscribersOf(diceOf(23), world, customers));
  await insertCarts(tx, cartsOf(diceOf(24), world, customers));
  await insertWishlists(tx, wishlistsOf(diceOf(25), world, customers));
  const entries = [
    ...reviewEntries(dice, world, reviews),
    ...ticketEntries(dice, world, tickets),
    ...campaignEntries(dice, world, campaigns),
  ];
  await inChunks(tx, entries, insertAuditEntries);
}
