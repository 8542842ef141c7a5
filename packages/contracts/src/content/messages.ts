/** The pages of text: their titles, and what a search engine shows beneath. Their words are in apps/web/content. */
export const contentPages = {
  '/about': {
    title: 'About',
    description:
      'Who Crystalline is: how we choose forty-two pieces from six houses, what we mean by crystal, and how we pack.',
  },
  '/contact': {
    title: 'Contact',
    description: 'Write to Crystalline about an order, a size, a stone or a gift. We reply within one business day.',
  },
  '/faq': {
    title: 'Questions and answers',
    description: 'Answers about orders, payment in rupees, discount codes, delivery, returns, repairs and sizes.',
  },
  '/shipping': {
    title: 'Shipping and returns',
    description: 'What shipping costs, how long it takes to each country, and how to return or replace an item.',
  },
  '/terms': {
    title: 'Terms of service',
    description: 'The terms that apply when you use the Crystalline website or buy from us.',
  },
  '/privacy': {
    title: 'Privacy',
    description: 'What personal information Crystalline collects, why, how long we keep it, and the choices you have.',
  },
  '/support': {
    title: 'Support',
    description: 'Help with an order, a payment, your account or the care of your pieces, and a form to write to us.',
  },
} as const;
export type ContentPath = keyof typeof contentPages;

export const contentMessages = { onThisPage: 'On this page' };
