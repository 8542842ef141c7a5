import {
  type BasisPoints,
  type Cents,
  type StoreTerms,
  toAmount,
  toBasisPoints,
  toCents,
  toPercent,
} from '@shop/contracts/common/money';
import type { StoreSettings } from '@shop/contracts/settings/admin-schema';
import type { DeliverySettings } from '@shop/contracts/settings/delivery';
import type { PaymentRateStatus } from '@shop/contracts/settings/payment-rate';
import type { PublicStoreSettings, StoreProfile } from '@shop/contracts/settings/schema';

type Values = Omit<StoreSettings, 'version'>;

export type SettingsRow = StoreProfile & {
  taxBp: BasisPoints;
  standardShippingCents: Cents;
  expressShippingCents: Cents;
  freeShippingOverCents: Cents | null;
  paymentCurrency: string;
  paymentRate: number;
  paymentRateStatus: PaymentRateStatus;
  reviewsNeedApproval: boolean;
  adminsNeedTwoFactor: boolean;
  lowStockThreshold: number;
  returnDays: number;
  returnHoldDays: number;
  unreturnableCategoryIds: string[];
  unitsPerVariantLimit: number;
  unitsLimit: number;
  clientUnitsLimit: number;
  openCheckoutsLimit: number;
  unpaidOrdersLimit: number;
  invoicePrefix: string;
  creditNotePrefix: string;
  hsnCode: string;
  delivery: DeliverySettings;
  version: number;
};

const identityOf = (row: StoreProfile): StoreProfile => ({
  storeName: row.storeName,
  logo: row.logo,
  contactEmail: row.contactEmail,
  contactPhone: row.contactPhone,
  legalName: row.legalName,
  addressLine1: row.addressLine1,
  addressLine2: row.addressLine2,
  city: row.city,
  region: row.region,
  postalCode: row.postalCode,
  country: row.country,
  taxNumber: row.taxNumber,
  registrationNumber: row.registrationNumber,
  timeZone: row.timeZone,
});

type PublicTerms = Omit<StoreTerms, 'paymentRate'>;

type PublicRow = StoreProfile & PublicTerms & Pick<SettingsRow, 'delivery' | 'returnDays'>;

export const publicSettingsOf = (terms: PublicRow): PublicStoreSettings => ({
  ...identityOf(terms),
  taxPercent: toPercent(terms.taxBp),
  standardShipping: toAmount(terms.standardShippingCents),
  expressShipping: toAmount(terms.expressShippingCents),
  freeShippingOver: terms.freeShippingOverCents === null ? null : toAmount(terms.freeShippingOverCents),
  paymentCurrency: terms.paymentCurrency,
  delivery: terms.delivery,
  returnDays: terms.returnDays,
});

export const settingsOf = (row: SettingsRow): StoreSettings => ({
  ...publicSettingsOf(row),
  paymentRate: row.paymentRate,
  paymentRateStatus: row.paymentRateStatus,
  reviewsNeedApproval: row.reviewsNeedApproval,
  adminsNeedTwoFactor: row.adminsNeedTwoFactor,
  lowStockThreshold: row.lowStockThreshold,
  returnHoldDays: row.returnHoldDays,
  unreturnableCategoryIds: row.unreturnableCategoryIds,
  unitsPerVariantLimit: row.unitsPerVariantLimit,
  unitsLimit: row.unitsLimit,
  clientUnitsLimit: row.clientUnitsLimit,
  openCheckoutsLimit: row.openCheckoutsLimit,
  unpaidOrdersLimit: row.unpaidOrdersLimit,
  invoicePrefix: row.invoicePrefix,
  creditNotePrefix: row.creditNotePrefix,
  hsnCode: row.hsnCode,
  version: row.version,
});

export const valuesOf = (settings: Values): Omit<SettingsRow, 'version'> => ({
  ...identityOf(settings),
  taxBp: toBasisPoints(settings.taxPercent),
  standardShippingCents: toCents(settings.standardShipping),
  expressShippingCents: toCents(settings.expressShipping),
  freeShippingOverCents: settings.freeShippingOver === null ? null : toCents(settings.freeShippingOver),
  paymentCurrency: settings.paymentCurrency,
  paymentRate: settings.paymentRate,
  paymentRateStatus: settings.paymentRateStatus,
  reviewsNeedApproval: settings.reviewsNeedApproval,
  adminsNeedTwoFactor: settings.adminsNeedTwoFactor,
  lowStockThreshold: settings.lowStockThreshold,
  returnDays: settings.returnDays,
  returnHoldDays: settings.returnHoldDays,
  unreturnableCategoryIds: settings.unreturnableCategoryIds,
  unitsPerVariantLimit: settings.unitsPerVariantLimit,
  unitsLimit: settings.unitsLimit,
  clientUnitsLimit: settings.clientUnitsLimit,
  openCheckoutsLimit: settings.openCheckoutsLimit,
  unpaidOrdersLimit: settings.unpaidOrdersLimit,
  invoicePrefix: settings.invoicePrefix,
  creditNotePrefix: settings.creditNotePrefix,
  hsnCode: settings.hsnCode,
  delivery: settings.delivery,
});
