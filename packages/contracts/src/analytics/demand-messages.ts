import type { DemandKind, Remedy } from './demand-constants.ts';

const number = (count: number) => count.toLocaleString('en-US');
const counted = (one: string, many: string) => (count: number) => `${number(count)} ${count === 1 ? one : many}`;
const searches = counted('search', 'searches');

export const demandMessages = {
  title: 'Unmet demand',
  lists: 'Kinds of demand',
  kinds: {
    noResults: 'No exact match',
    noClicks: 'No clicks',
    soldOut: 'Sold-out views',
    sizes: 'Sold-out choices',
    waitlist: 'Waitlists',
    done: 'Done',
  } satisfies Record<DemandKind, string>,
  captions: {
    noResults: 'Searches with no exact match',
    noClicks: 'Searches without a click',
    soldOut: 'Views of sold-out products',
    sizes: 'Sizes and options chosen while sold out',
    waitlist: 'Customers waiting for a back-in-stock alert',
    done: 'Remedies and what they brought',
  } satisfies Record<DemandKind, string>,
  notes: {
    noResults:
      'Search terms that found no products, or only with another spelling. Add a synonym for a word your products use, or add the product.',
    noClicks:
      'Search terms of which fewer than 1 in 4 searches led to a product. The results don’t show what was meant.',
    soldOut: 'How often shoppers opened a product while it was sold out.',
    sizes: 'How often shoppers chose a size or another option that was sold out.',
    waitlist: 'Customers who asked for a back-in-stock alert and are waiting now, whatever the date range.',
    done: 'What you did, and what it brought since, whatever the date range. Units are those sold and not returned.',
  } satisfies Record<DemandKind, string>,
  privacy: (zone: string) =>
    `Counted without cookies or personal data, in browsers with JavaScript. Days are in the store’s time zone (${zone}). Terms that look like an email address or a long number aren’t stored.`,
  columns: {
    name: 'Search term or product',
    query: 'Search term',
    product: 'Product',
    options: 'Options',
    searches: 'Searches',
    clicks: 'Opened a product',
    available: 'In stock now',
    units: 'Units sold',
    remedy: 'Remedy',
    markDone: 'Mark as done',
    doneOn: 'Done',
    brought: 'Since then',
    reopen: 'Reopen',
  },
  lost: {
    noResults: 'No exact match',
    noClicks: 'No click',
    soldOut: 'Views',
    sizes: 'Choices',
    waitlist: 'Waiting',
    done: '',
  } satisfies Record<DemandKind, string>,
  /** The second line of a row, for narrow screens too. */
  searchesOf: (total: number, clicks: number) => `${searches(total)}, ${number(clicks)} opened a product`,
  inStock: (units: number) => (units > 0 ? `${number(units)} in stock now` : 'Sold out'),
  deletedProduct: 'Deleted product',
  remedies: { synonym: 'Add synonym', product: 'Add product', restock: 'Restock' } satisfies Record<Remedy, string>,
  remedyOf: (remedy: string, name: string) => `${remedy}: ${name}`,
  done: { synonym: 'Synonym added', product: 'Product added', restock: 'Restocked' } satisfies Record<Remedy, string>,
  markDone: (done: string, name: string) => `Mark as done, ${done}: ${name}`,
  reopen: 'Reopen',
  reopenOf: (name: string) => `Reopen: ${name}`,
  brought: {
    searches: (total: number, clicks: number) =>
      total === 0 ? 'No searches yet' : `${searches(total)}, ${number(clicks)} opened a product`,
    units: (count: number) => (count === 0 ? 'No units sold yet' : `${counted('unit', 'units')(count)} sold`),
  },
  markedDone: 'Marked as done. What it brings appears under Done.',
  reopened: 'Reopened.',
  none: 'No unmet demand to show',
  noneOf: {
    noResults: 'Searches that find no products as they are typed appear here.',
    noClicks: 'Searches whose results shoppers don’t open appear here.',
    soldOut: 'Sold-out products that shoppers open appear here.',
    sizes: 'Sold-out sizes and options that shoppers choose appear here.',
    waitlist: 'Products that customers wait for appear here.',
    done: 'Rows that you mark as done appear here, with what they brought.',
  } satisfies Record<DemandKind, string>,
  noneDone: 'Nothing marked as done',
  notFound: 'This row no longer exists.',
  invalidRemedy: 'Select a remedy from the list',
};
