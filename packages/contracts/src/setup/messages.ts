import type { SetupStepId } from './constants.ts';

const counted = (done: number, all: number) => `${done} of ${all} steps done`;

export const setupMessages = {
  title: 'Set-up guide',
  progress: counted,
  progressNext: (done: number, all: number, next: string) => `${counted(done, all)} · Next: ${next}`,
  allDone: 'All steps are done.',
  stepDone: 'Done',
  stepOpen: 'Open',
  stepWarned: 'Needs attention',
  hide: 'Hide guide',
  hidden: 'Set-up guide hidden.',
  notReady: 'Complete the required steps before you hide the guide.',
  saved: 'Settings saved.',
  confirmed: 'Step confirmed.',
  paymentTested: 'Payment test finished. See the step for its result.',
  emailQueued: 'Test email queued. The step is done once the mail server accepts it.',
  optional: 'Optional',
  allSettings: 'All store settings',
  changeTerms: 'Change in store settings',
  noFreeShipping: 'Off',
  noProducts: 'No product for sale',
  noProductsHint: 'Publish a product with units in stock to start selling.',
};

export const setupStepTitles: Record<SetupStepId, string> = {
  identity: 'Store identity',
  currency: 'Currency and exchange rate',
  terms: 'Tax and shipping',
  payment: 'Payment provider',
  email: 'Email',
  category: 'First category',
  brand: 'First brand',
  product: 'First product',
  pages: 'Pages',
  'second-owner': 'Second owner',
  'two-factor': 'Two-factor authentication',
};

/** What to do, and what turns the step green. */
export const setupStepTexts: Record<SetupStepId, string> = {
  identity:
    'Customers see the name everywhere, and who sells on invoices. Done when contact email, legal name and country are saved.',
  currency:
    'Prices are in US dollars, payments are charged in the payment currency. Done when both are the same, or when you have set or confirmed the rate.',
  terms: 'Every order is charged these amounts. Done when you change them, or confirm them as they are.',
  payment:
    'Asks the provider to open an order of the smallest amount with your API keys. Nothing is charged. Webhooks are first checked by a real payment.',
  email: 'Sends an email to your own address. Done when the mail server accepts it.',
  category: 'Every product has a category. Done when there is one.',
  brand: 'Every product has a brand. Done when there is one.',
  product: 'Done when a published product has units in stock.',
  pages:
    'These pages promise delivery, returns and privacy in your name. Done when each is published or marked as reviewed.',
  'second-owner':
    'If you lose access to your account, only another owner can let you in. Done when the store has 2 owners.',
  'two-factor': 'An owner’s account can refund payments and read all orders. Done when it is on for your account.',
};

export const setupActionLabels = {
  identity: 'Save store identity',
  currency: 'Save exchange rate',
  terms: 'Confirm these values',
  payment: 'Test payment keys',
  email: 'Send a test email',
  category: 'Add category',
  brand: 'Add brand',
  product: 'Add product',
  importProducts: 'Import products',
  pages: 'Review the pages',
  'second-owner': 'Choose a customer',
  'two-factor': 'Set up two-factor authentication',
} as const satisfies Record<SetupStepId | 'importProducts', string>;

/** Found by the API, in the state of the store. */
export const setupEvidence = {
  identity: (name: string, seller: string) => `${name}, sold by ${seller}`,
  identityMissing: (fields: string[]) => `Missing: ${fields.join(', ')}`,
  sameCurrency: 'Prices and payments are in US dollars',
  rate: (charge: string) => `$1.00 is charged as ${charge}`,
  rateOpen: 'Exchange rate isn’t confirmed',
  rateNotOne: 'Exchange rate isn’t 1, but prices and payments are in US dollars',
  terms: (tax: string, standard: string, express: string) => `${tax} tax · Standard ${standard} · Express ${express}`,
  termsOpen: 'Check the values of a new store',
  paymentNone: 'Not tested yet',
  paymentPassed: (amount: string, day: string) => `The provider accepted an order of ${amount} on ${day}`,
  paymentFailed: (reason: string, day: string) => `The test failed on ${day}: ${reason}`,
  paymentOutdated: 'Keys or currency have changed since the last test',
  emailNone: 'Not tested yet',
  emailPending: 'Waiting for the mail server',
  emailRetrying: (reason: string) => `Not delivered yet, trying again: ${reason}`,
  emailPassed: (day: string) => `The mail server accepted a test email on ${day}`,
  emailFailed: (reason: string) => `The test email couldn’t be delivered: ${reason}`,
  unknownReason: 'no reason given',
  categoryNone: 'Add a category',
  brandNone: 'Add a brand',
  productNone: 'Add a published product with units in stock',
  pagesNone: 'Not all pages are reviewed',
  pagesDone: 'All pages are reviewed',
  oneOwner: 'Invite another owner, so you can’t be locked out',
  owners: 'The store has more than 1 owner',
  twoFactorOff: 'Off for your account',
  twoFactorOn: 'On for your account',
};
