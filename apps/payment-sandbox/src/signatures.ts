import { createHmac } from 'node:crypto';

const hmac = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest('hex');

/** What the checkout hands to the shop's page, so that the shop's server can tell a true payment. */
export const signPayment = (secret: string, orderId: string, paymentId: string) =>
  hmac(secret, `${orderId}|${paymentId}`);

export const signWebhook = (secret: string, body: string) => hmac(secret, body);
