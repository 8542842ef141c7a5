import { unsavedMessages } from '../admin/unsaved-messages.ts';
import { counted } from '../common/counted.ts';

const products = (count: number) => counted(count, 'product', 'products');

const NAMES_SHOWN = 5;
/** "Moon Ring, Star Ring and 3 more" */
const listed = (names: string[]) =>
  names.length > NAMES_SHOWN
    ? `${names.slice(0, NAMES_SHOWN).join(', ')} and ${names.length - NAMES_SHOWN} more`
    : names.join(', ');

/** The page that edits many products at once. */
export const bulkEditMessages = {
  title: (count: number) => `Edit ${products(count)}`,
  pageTitle: 'Edit products',
  link: 'Edit in grid',
  hint: 'Arrow keys and Enter move between cells, Ctrl+D fills down, Ctrl+S saves. Paste cells from a spreadsheet.',
  more: (shown: number) => `Your filters match more products. The first ${shown} are shown.`,
  grid: 'Products as an editable grid',
  columns: {
    price: 'Regular price ($)',
    salePrice: 'Sale price ($)',
    quantity: 'Available',
    status: 'Status',
    category: 'Category',
  },
  /** In the accessible name of a cell. */
  cellNames: {
    price: 'Regular price',
    salePrice: 'Sale price',
    quantity: 'Available units',
    status: 'Status',
    category: 'Category',
  },
  cell: (column: string, product: string) => `${column} of ${product}`,
  variantStock: (units: number, product: string) => `${units} units, adjust the stock of ${product}`,
  none: 'No products to edit',
  noneHint: 'Select products in the list, or change its filters.',

  ...unsavedMessages,
  changed: {
    price: (count: number) => counted(count, 'price', 'prices'),
    salePrice: (count: number) => counted(count, 'sale price', 'sale prices'),
    quantity: (count: number) => counted(count, 'stock quantity', 'stock quantities'),
    status: (count: number) => counted(count, 'status', 'statuses'),
    category: (count: number) => counted(count, 'category', 'categories'),
  },
  noChanges: 'There are no changes to save.',
  saveFailed: 'Couldn’t save the changes. Please try again.',
  errors: (count: number) => `${counted(count, 'cell needs', 'cells need')} your attention. Nothing was saved.`,
  confirmSave: (count: number) => `Save changes to ${products(count)}?`,
  confirm: (count: number) => `Update ${products(count)}`,
  keepProducts: 'Keep products',

  percentTool: 'Change all prices by a percentage',
  percent: 'Change in percent',
  percentHint: 'For example, 5 to raise or -10 to lower prices',
  percentInvalid: 'Enter a number from -99 to 1,000',
  percentTarget: 'Fill',
  percentTargets: { price: 'Regular prices', salePrice: 'Sale prices, from regular prices' },
  rounding: 'Round to',
  roundings: { cent: 'Cents', whole: '.00', charm: '.99' },
  fillCells: 'Fill cells',

  saved: (count: number) => `${products(count)} updated.`,
  undo: 'Undo',
  undone: (count: number) => `Changes to ${products(count)} undone.`,
  undoFailed: 'Couldn’t undo the changes. Please try again.',
  undoExpired: 'Changes can only be undone within 30 days.',
  undoConflict: (names: string[]) =>
    `These changes can’t be undone because products were edited later: ${listed(names)}.`,
  batchNotFound: 'These changes weren’t found.',

  productTwice: 'Each product can be changed once per request',
  editConflict: (names: string[]) =>
    `Other changes were made while you had these products open: ${listed(names)}. Your changes haven’t been saved yet.`,
  changedSince: 'Changed since you opened this page',
  stockOfVariants: 'Adjust the stock of each variant on the product’s page',
  insufficientStock: (available: number) => `Only ${counted(available, 'unit is', 'units are')} left to remove`,
  /** Reasons of stock movements. */
  stockReason: 'Bulk edit',
  stockUndoReason: 'Bulk edit undone',
};
