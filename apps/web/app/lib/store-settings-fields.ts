import { StoreSettings } from '@shop/contracts/store-settings';
import { z } from 'zod';

/** The settings as a form brings them: what is not ticked is not sent, and neither is an empty field. */
export const StoreSettingsFields = StoreSettings.strip().extend({
  freeShippingOver: StoreSettings.shape.freeShippingOver.unwrap().optional(),
  reviewsNeedApproval: z.boolean().default(false),
  adminsNeedTwoFactor: z.boolean().default(false),
});
