import { IMPOSSIBLE_RATE, isRatePossible, StoreSettings } from '@shop/contracts/settings/admin-schema';
import { z } from 'zod';
import { DeliveryFields } from './delivery-fields.ts';

const { shape } = StoreSettings;

const Fields = StoreSettings.strip()
  .omit({ paymentRateStatus: true })
  .extend({
    logo: shape.logo.unwrap().optional(),
    contactEmail: shape.contactEmail.unwrap().optional(),
    contactPhone: shape.contactPhone.default(''),
    legalName: shape.legalName.default(''),
    addressLine1: shape.addressLine1.default(''),
    addressLine2: shape.addressLine2.default(''),
    city: shape.city.default(''),
    region: shape.region.default(''),
    postalCode: shape.postalCode.default(''),
    country: shape.country.default(''),
    taxNumber: shape.taxNumber.default(''),
    registrationNumber: shape.registrationNumber.default(''),
    hsnCode: shape.hsnCode.default(''),
    freeShippingOver: shape.freeShippingOver.unwrap().optional(),
    unreturnableCategoryIds: shape.unreturnableCategoryIds.default([]),
    confirmPaymentRate: z.boolean().default(false),
    reviewsNeedApproval: z.boolean().default(false),
    adminsNeedTwoFactor: z.boolean().default(false),
    delivery: DeliveryFields,
  });

/** The settings as a form sends them: unchecked boxes and empty fields are missing. */
export const StoreSettingsFields = Fields.refine(isRatePossible, IMPOSSIBLE_RATE);

/** Without the fields that the guide asks for: it saves them with the other settings as they are. */
export const IdentityFields = Fields.pick({
  storeName: true,
  contactEmail: true,
  legalName: true,
  country: true,
  timeZone: true,
  version: true,
});

export const CurrencyFields = Fields.pick({
  paymentCurrency: true,
  paymentRate: true,
  confirmPaymentRate: true,
  version: true,
}).refine(isRatePossible, IMPOSSIBLE_RATE);
