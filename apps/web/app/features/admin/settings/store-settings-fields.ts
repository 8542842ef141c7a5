import { StoreSettings } from '@shop/contracts/settings/admin-schema';
import { z } from 'zod';

/** The settings as a form sends them: unchecked boxes and empty fields are missing. */
export const StoreSettingsFields = StoreSettings.strip().extend({
  freeShippingOver: StoreSettings.shape.freeShippingOver.unwrap().optional(),
  reviewsNeedApproval: z.boolean().default(false),
  adminsNeedTwoFactor: z.boolean().default(false),
});
