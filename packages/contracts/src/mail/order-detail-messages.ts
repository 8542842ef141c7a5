import { timeMessages } from '../common/messages.ts';

/** The parts of order emails below the button. */
export const orderDetailTexts = {
  items: 'Items',
  changedMind: 'Changed your mind?',
  /** By what still can be done with the order. */
  rules: {
    cancellable: 'You can cancel until it ships.',
    cancellableAndReturnable: (days: number) =>
      `You can cancel until it ships, and return items within ${timeMessages.days(days)} of delivery.`,
    returnable: (days: number) => `You can return items within ${timeMessages.days(days)} of delivery.`,
  },
  rulesLink: 'Shipping and returns',
  questions: 'Questions? Choose “Need help?” on the page of your order.',
  /** Preview in the inbox, beside the subject. */
  preview: (items: string, total: string) => `${items}, ${total}. We’ll email you when it ships.`,
  previewWithArrival: (arrival: string, items: string, total: string) => `${arrival}. ${items}, ${total}.`,
};
