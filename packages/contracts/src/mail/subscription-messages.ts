import type { AlertKind } from '../alerts/constants.ts';
import { alertMessages } from '../alerts/messages.ts';
import { NEWSLETTER_LINK_DAYS } from '../newsletter/constants.ts';

type BackInStockVariant = { product: string; options: string };
type CampaignEmail = { title: string; preview: string; recipient: 'customer' | 'subscriber' };
type AlertGroup = { kind: AlertKind; count: number; examples: string[] };

/** Emails to newsletter subscribers, to shoppers waiting for stock, and alerts to owners. */
export const subscriptionEmailTexts = (store: string) => ({
  newsletter_confirm: {
    subject: 'Confirm your newsletter subscription',
    preview: 'One click and you’re subscribed.',
    heading: 'Confirm your subscription',
    paragraphs: [
      `Thank you for signing up for the ${store} newsletter. Please confirm that you’d like to receive it.`,
      `This link expires in ${NEWSLETTER_LINK_DAYS} days. If you didn’t sign up, you can ignore this email and we won’t send you the newsletter.`,
    ],
    button: 'Confirm subscription',
    reason: 'You’re receiving this email because this address was entered in our newsletter form.',
  },
  newsletter_welcome: {
    subject: `Welcome to the ${store} newsletter`,
    preview: 'New arrivals and sales, about once a month.',
    heading: 'You’re subscribed',
    paragraphs: [
      'You’ll hear from us about once a month with new arrivals and sales.',
      'You can unsubscribe at any time with the link in any of our emails.',
    ],
    button: 'Shop new arrivals',
    reason: 'You’re receiving this email because you subscribed to our newsletter.',
  },
  campaign: ({ title, preview, recipient }: CampaignEmail) => ({
    subject: title,
    preview,
    heading: title,
    paragraphs: [],
    button: 'Shop now',
    reason:
      recipient === 'customer'
        ? `You’re receiving this email because you opted in to marketing emails in your ${store} account.`
        : 'You’re receiving this email because you subscribed to our newsletter.',
  }),
  back_in_stock: ({ product, options }: BackInStockVariant) => ({
    subject: `${product} is back in stock`,
    preview: 'You asked us to let you know.',
    heading: 'It’s back in stock',
    paragraphs: [
      options ? `${product} (${options}) is available again.` : `${product} is available again.`,
      'Other customers may be waiting for it too, and we can’t reserve it for you. Order soon if you’d still like it.',
    ],
    button: 'View product',
    reason:
      'You’re receiving this email because you asked to be notified when this product is back in stock. We won’t email you about it again.',
  }),
  store_alert: (alertGroups: AlertGroup[]) => ({
    subject: alertMessages.title,
    preview: alertGroups.map(({ kind, count }) => alertMessages.counted[kind](count)).join(' '),
    heading: alertMessages.title,
    paragraphs: alertGroups.flatMap(({ kind, count, examples }) => [
      alertMessages.counted[kind](count),
      ...examples,
      ...(count > examples.length ? [alertMessages.andMore(count - examples.length)] : []),
    ]),
    button: 'Open admin panel',
    reason:
      'You’re receiving this email because you’re an owner of this store. We send it at most once an hour, and only when there’s something new.',
  }),
});
