import { DeliverySettings } from '@shop/contracts/settings/delivery-schema';
import { bool, json, list, number, orNull, text, uuid } from '#platform/database/row.ts';
import { columnsOf, one } from '#platform/database/sql.ts';
import { TERMS } from './sql.ts';

export const settings = {
  ...TERMS,
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
export const findStoreTerms = () => one('settings.terms', TERMS)`select ${columnsOf(TERMS)} from store_settings`;

export const findSettings = () => one('settings.find', settings)`select ${columnsOf(settings)} from store_settings`;
