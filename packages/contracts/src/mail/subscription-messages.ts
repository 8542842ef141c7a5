import type { AlertKind } from '../alerts/constants.ts';
import { alertMessages } from '../alerts/messages.ts';
import { NEWSLETTER_LINK_DAYS } from '../newsletter/constants.ts';

type BackInStockVariant = { product: string; options: string };
type AlertGroup = { kind: AlertKind; count: number; examples: string[] };

/** What readers and waiting shoppers asked to hear, and what the shop's own people must. */
export const subscriptionEmailTexts = {
  newsletter_confirm: {
    subject: 'Please confirm your subscription',
    preview: 'One click, and our letters come to you.',
    heading: 'Shall our letters come to you?',
    paragraphs: [
      'Someone, hopefully you, gave this address to receive our newsletter. Please confirm that you want it.',
      `The link works for ${NEWSLETTER_LINK_DAYS} days. If this was not you, you need to do nothing: without your confirmation nothing is sent.`,
    ],
    button: 'Yes, send me the newsletter',
    reason: 'You receive this email because this address was given for our newsletter.',
  },
  newsletter_welcome: {
    subject: 'You are on the list',
    preview: 'New pieces and quiet sales, about once a month.',
    heading: 'You are on the list',
    paragraphs: [
      'From now on our letters come to this address: new pieces and quiet sales, about once a month.',
      'Every letter has a link with which you can leave at any time.',
    ],
    button: 'See what is new',
    reason: 'You receive this email because this address is subscribed to our newsletter.',
  },
  back_in_stock: ({ product, options }: BackInStockVariant) => ({
    subject: `${product} is back`,
    preview: 'You asked us to tell you.',
    heading: 'It is back',
    paragraphs: [
      options ? `${product} (${options}) can be bought again.` : `${product} can be bought again.`,
      'You asked us to tell you, and so did others perhaps: we cannot put a piece aside for you.',
    ],
    button: 'See it in the shop',
    reason: 'You receive this email because this address was given to hear of this piece. It is the only one about it.',
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
    button: 'Open the admin panel',
    reason: 'You receive this email because you run this shop. It comes at most once an hour, and only with news.',
  }),
};
