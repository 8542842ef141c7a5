import { z } from 'zod';
import { email, Id } from '../common/schema.ts';
import { waitlistMessages } from './messages.ts';

export const BackInStockRequest = z
  .strictObject({
    variantId: Id.describe('A variant of a published product.'),
    email: email(waitlistMessages.invalidEmail)
      .optional()
      .describe(
        'Where to send the alert. Only without a login: otherwise it goes to the email address of the account.',
      ),
  })
  .meta({
    id: 'BackInStockRequest',
    description: 'Asks for one email when the variant is available again. A second request changes nothing.',
  });
export type BackInStockRequest = z.infer<typeof BackInStockRequest>;
