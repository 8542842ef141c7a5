/** Titles and meta descriptions of the pages in apps/web/content. */
export const contentPages = {
  '/about': {
    title: 'About',
    description: (store: string) =>
      `About ${store}: how we choose what we sell, what we mean by crystal, and how we pack your order.`,
  },
  '/contact': {
    title: 'Contact',
    description: (store: string) =>
      `Contact ${store} about an order, a size, a stone or a gift. We reply within one business day.`,
  },
  '/faq': {
    title: 'Frequently asked questions',
    description: () => 'Answers about orders, payments, discount codes, delivery, returns, repairs and sizing.',
  },
  '/shipping': {
    title: 'Shipping and returns',
    description: () => 'Shipping costs, delivery times by country, and how to return or replace an item.',
  },
  '/terms': {
    title: 'Terms of service',
    description: (store: string) => `The terms that apply when you use the ${store} website or buy from us.`,
  },
  '/privacy': {
    title: 'Privacy policy',
    description: (store: string) =>
      `What personal information ${store} collects, why, how long we keep it, and the choices you have.`,
  },
  '/support': {
    title: 'Support',
    description: () => 'Help with orders, payments, your account and product care, and a form to contact us.',
  },
} as const;
export type ContentPath = keyof typeof contentPages;

export const contentMessages = { onThisPage: 'On this page' };
