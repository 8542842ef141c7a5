import { createHmac } from 'node:crypto';

const hmac = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest('hex');

/** The checkout passes this to the store's page, so that the store's server can verify the payment. */
export const signPayment = (secret: string, orderId: string, paymentId: string) =>
  hmac(secret, `${orderId}|${paymentId}`);

export const signWebhook = (secret: string, body: string) => hmac(secret, body);
