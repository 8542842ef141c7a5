/**
 * The types of packages/client are generated from the OpenAPI document, those of the contracts come from the schemas
 * themselves. `tsc` fails here if they differ.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type * as analyticsAdminOperations from '@shop/contracts/analytics/admin-operations';
import type * as analyticsOperations from '@shop/contracts/analytics/operations';
import type * as auditAdminOperations from '@shop/contracts/audit/admin-operations';
import type * as notificationsAdminOperations from '@shop/contracts/campaigns/admin-operations';
import type * as cartOperations from '@shop/contracts/cart/operations';
import type * as catalogAdminOperations from '@shop/contracts/catalog/admin-operations';
import type * as catalogOperations from '@shop/contracts/catalog/operations';
import type * as catalogSynonymOperations from '@shop/contracts/catalog/synonym-operations';
import type * as catalogTaxonomyOperations from '@shop/contracts/catalog/taxonomy-operations';
import type * as checkoutAdminOperations from '@shop/contracts/checkout/admin-operations';
import type * as checkoutOperations from '@shop/contracts/checkout/operations';
import type { AnswerOf, CallTo, Operation } from '@shop/contracts/common/operation';
import type * as contentAdminOperations from '@shop/contracts/content/admin-operations';
import type * as contentOperations from '@shop/contracts/content/operations';
import type * as discountsAdminOperations from '@shop/contracts/discounts/admin-operations';
import type * as feedsOperations from '@shop/contracts/feeds/operations';
import type * as identityAdminOperations from '@shop/contracts/identity/admin-operations';
import type * as identityOperations from '@shop/contracts/identity/operations';
import type * as inventoryAdminOperations from '@shop/contracts/inventory/admin-operations';
import type * as invoicesAdminOperations from '@shop/contracts/invoices/admin-operations';
import type * as invoicesOperations from '@shop/contracts/invoices/operations';
import type * as mediaAdminOperations from '@shop/contracts/media/admin-operations';
import type * as mediaOperations from '@shop/contracts/media/operations';
import type * as newsletterAdminOperations from '@shop/contracts/newsletter/admin-operations';
import type * as newsletterOperations from '@shop/contracts/newsletter/operations';
import type * as notificationsOperations from '@shop/contracts/notifications/operations';
import type * as ordersAdminOperations from '@shop/contracts/orders/admin-operations';
import type * as ordersOperations from '@shop/contracts/orders/operations';
import type * as paymentsAdminOperations from '@shop/contracts/payments/admin-operations';
import type * as paymentsOperations from '@shop/contracts/payments/operations';
import type * as findAdminOperations from '@shop/contracts/quick-search/admin-operations';
import type * as returnsAdminOperations from '@shop/contracts/returns/admin-operations';
import type * as returnsOperations from '@shop/contracts/returns/operations';
import type * as reviewsAdminOperations from '@shop/contracts/reviews/admin-operations';
import type * as reviewsOperations from '@shop/contracts/reviews/operations';
import type * as adminAdminOperations from '@shop/contracts/saved-views/admin-operations';
import type * as settingsAdminOperations from '@shop/contracts/settings/admin-operations';
import type * as settingsOperations from '@shop/contracts/settings/operations';
import type * as setupAdminOperations from '@shop/contracts/setup/admin-operations';
import type * as supportAdminOperations from '@shop/contracts/support/admin-operations';
import type * as supportOperations from '@shop/contracts/support/operations';
import type * as operationsAdminOperations from '@shop/contracts/system/admin-operations';
import type * as waitlistOperations from '@shop/contracts/waitlist/operations';
import { expect, expectTypeOf, test } from 'vitest';
import type { z } from 'zod';
import type { Operation as ClientOperation } from '../packages/client/src/client.ts';
import type * as client from '../packages/client/src/operations.ts';

type Contracts = typeof adminAdminOperations &
  typeof analyticsAdminOperations &
  typeof analyticsOperations &
  typeof auditAdminOperations &
  typeof cartOperations &
  typeof catalogAdminOperations &
  typeof catalogOperations &
  typeof catalogSynonymOperations &
  typeof catalogTaxonomyOperations &
  typeof checkoutAdminOperations &
  typeof checkoutOperations &
  typeof contentAdminOperations &
  typeof contentOperations &
  typeof discountsAdminOperations &
  typeof feedsOperations &
  typeof findAdminOperations &
  typeof identityAdminOperations &
  typeof identityOperations &
  typeof inventoryAdminOperations &
  typeof invoicesAdminOperations &
  typeof invoicesOperations &
  typeof mediaAdminOperations &
  typeof mediaOperations &
  typeof newsletterAdminOperations &
  typeof newsletterOperations &
  typeof notificationsAdminOperations &
  typeof notificationsOperations &
  typeof operationsAdminOperations &
  typeof ordersAdminOperations &
  typeof ordersOperations &
  typeof paymentsAdminOperations &
  typeof paymentsOperations &
  typeof returnsAdminOperations &
  typeof returnsOperations &
  typeof reviewsAdminOperations &
  typeof reviewsOperations &
  typeof settingsAdminOperations &
  typeof settingsOperations &
  typeof setupAdminOperations &
  typeof supportAdminOperations &
  typeof supportOperations &
  typeof waitlistOperations;
/** The client has dry runs besides, and operations whose constants are members of an object. */
type Name = keyof Contracts & keyof typeof client;

type Contract<Key extends Name> = Contracts[Key] extends Operation ? Contracts[Key] : never;
type Client<Key extends Name> = (typeof client)[Key] extends ClientOperation
  ? NonNullable<(typeof client)[Key]['~types']>
  : never;
type OwnCode<Key extends Name> = NonNullable<Contract<Key>['~types']>['code'];

/** Of which the answer is a file: a `Response` in the client. */
type File = { [Key in Name]: Client<Key>['answer'] extends Response ? Key : never }[Name];
/** The units of money are types of the store: JSON has numbers. */
type InJson<T> = T extends number
  ? keyof z.core.$brand extends keyof T
    ? number
    : T
  : T extends object
    ? { [Key in keyof T]: InJson<T[Key]> }
    : T;
type Answer<Key extends Name> = InJson<AnswerOf<Contract<Key>>>;
type OtherAnswer = {
  [Key in Name]: [Answer<Key>, Client<Key>['answer']] extends [Client<Key>['answer'], Answer<Key>] ? never : Key;
}[Name];
/** What the client accepts must be accepted by the contract. It makes a missing key itself. */
type OtherCall = {
  [Key in Name]: [Omit<Client<Key>['call'], 'key'>] extends [Omit<CallTo<Contract<Key>>, 'key'>] ? never : Key;
}[Name];
type OtherCodes = { [Key in Name]: [OwnCode<Key>] extends [Client<Key>['code']] ? never : Key }[Name];

test('operations of the client have the calls, answers and error codes of the contracts', () => {
  expectTypeOf<Exclude<OtherAnswer, File>>().toEqualTypeOf<never>();
  expectTypeOf<OtherCall>().toEqualTypeOf<never>();
  expectTypeOf<OtherCodes>().toEqualTypeOf<never>();
  // Otherwise all of the above would hold.
  expectTypeOf<'listAllOrders' | 'cancelOrder' | 'startCheckout'>().toExtend<Name>();
});

test('all operations of the contracts are compared', () => {
  const source = readFileSync(import.meta.filename, 'utf8');
  const contracts = join(import.meta.dirname, '../packages/contracts/src');
  const modules = globSync('*/*operations.ts', { cwd: contracts }).map((file) => file.replace(/\.ts$/, ''));
  expect(modules.length).toBeGreaterThan(20);
  for (const name of modules) expect(source).toContain(`'@shop/contracts/${name}'`);
});
