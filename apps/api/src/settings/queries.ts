import { DeliverySettings } from '@shop/contracts/settings/delivery-schema';
import { PAYMENT_RATE_STATUSES } from '@shop/contracts/settings/payment-rate';
import { bool, json, list, number, oneOf, orNull, text, uuid } from '#platform/database/row.ts';
import { columnsOf, one } from '#platform/database/sql.ts';

const terms = {
  taxBp: number,
  standardShippingCents: number,
  expressShippingCents: number,
  freeShippingOverCents: orNull(number),
  paymentCurrency: text,
  paymentRate: number,
  paymentRateStatus: oneOf(PAYMENT_RATE_STATUSES),
};

export const settings = {
  ...terms,
  reviewsNeedApproval: bool,
  adminsNeedTwoFactor: bool,
  lowStockThreshold: number,
  returnDays: number,
  returnHoldDays: number,
  unreturnableCategoryIds: list(uuid),
  unitsPerVariantLimit: number,
  unitsLimit: number,
  clientUnitsLimit: number,
  openCheckoutsLimit: number,
  unpaidOrdersLimit: number,
  storeName: text,
  logo: orNull(text),
  contactEmail: orNull(text),
  contactPhone: text,
  legalName: text,
  addressLine1: text,
  addressLine2: text,
  city: text,
  region: text,
  postalCode: text,
  country: text,
  taxNumber: text,
  registrationNumber: text,
  timeZone: text,
  invoicePrefix: text,
  creditNotePrefix: text,
  hsnCode: text,
  delivery: json(DeliverySettings),
  version: number,
};

/** The table has exactly one row. */
export const findStoreTerms = () => one('settings.terms', terms)`select ${columnsOf(terms)} from store_settings`;

export const findSettings = () => one('settings.find', settings)`select ${columnsOf(settings)} from store_settings`;
