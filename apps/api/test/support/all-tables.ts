import * as alerts from '#alerts/schema.ts';
import * as demand from '#analytics/demand/schema.ts';
import * as analytics from '#analytics/schema.ts';
import * as audit from '#audit/schema.ts';
import * as cart from '#cart/schema.ts';
import * as productBatches from '#catalog/batches/schema.ts';
import * as collections from '#catalog/collections/schema.ts';
import * as catalogImports from '#catalog/import/schema.ts';
import * as catalog from '#catalog/schema.ts';
import * as catalogDerived from '#catalog/search/schema.ts';
import * as synonyms from '#catalog/synonyms/schema.ts';
import * as checkout from '#checkout/schema.ts';
import * as homeContent from '#content/home/schema.ts';
import * as contentPages from '#content/pages/schema.ts';
import * as discounts from '#discounts/schema.ts';
import * as identity from '#identity/schema.ts';
import * as inventory from '#inventory/schema.ts';
import * as invoices from '#invoices/schema.ts';
import * as email from '#mail/schema.ts';
import * as newsletter from '#newsletter/schema.ts';
import * as notifications from '#notifications/schema.ts';
import * as operations from '#operations/schema.ts';
import * as order from '#orders/schema.ts';
import * as payments from '#payments/schema.ts';
import * as platform from '#platform/database/schema.ts';
import * as returns from '#returns/schema.ts';
import * as reviews from '#reviews/schema.ts';
import * as settings from '#settings/schema.ts';
import * as setup from '#setup/schema.ts';
import * as support from '#support/schema.ts';
import * as views from '#views/schema.ts';
import * as waitlist from '#waitlist/schema.ts';

/** The tables of all contexts. */
export const schema = {
  ...alerts,
  ...analytics,
  ...demand,
  ...audit,
  ...cart,
  ...catalog,
  ...catalogImports,
  ...catalogDerived,
  ...collections,
  ...productBatches,
  ...checkout,
  ...contentPages,
  ...homeContent,
  ...discounts,
  ...identity,
  ...inventory,
  ...invoices,
  ...email,
  ...newsletter,
  ...notifications,
  ...operations,
  ...order,
  ...payments,
  ...platform,
  ...returns,
  ...reviews,
  ...settings,
  ...setup,
  ...support,
  ...synonyms,
  ...views,
  ...waitlist,
};
