import { z } from 'zod';

const text = z.string().max(250).default('');
const storeUrl = z.url({ protocol: /^https?$/ });
/** Unknown fields are ignored, as by the provider. */
export const HostedCheckout = z.object({
  key_id: z.string(),
  order_id: z.string(),
  amount: z.coerce.number().int(),
  currency: z.string(),
  name: text,
  description: text,
  'prefill[name]': text,
  'prefill[email]': text,
  'prefill[contact]': text,
  callback_url: storeUrl,
  cancel_url: storeUrl,
});
export type HostedCheckout = z.infer<typeof HostedCheckout>;
