import { adminProductMessages } from './admin-messages.ts';

// Slug and name have shorter headings; options and variants have columns of their own.
const { slug: _slug, name: _name, options: _options, variants: _variants, ...fields } = adminProductMessages.fieldNames;
const { tags, images, status, stock, specifications, ...basics } = fields;

/** Headings of the CSV file, as the export orders them. An import accepts any order, in upper or lower case. */
const columns = {
  slug: 'Slug',
  name: 'Name',
  ...basics,
  tags,
  images,
  imageAlts: 'Image alt text',
  status,
  stock,
  specifications,
  option1: 'Option 1 name',
  value1: 'Option 1 value',
  option2: 'Option 2 name',
  value2: 'Option 2 value',
  option3: 'Option 3 name',
  value3: 'Option 3 value',
  sku: 'SKU',
  priceDifference: 'Price difference',
  quantity: 'Quantity',
};

const number = (count: number) => count.toLocaleString('en-US');
const products = (count: number) => (count === 1 ? '1 product' : `${number(count)} products`);
const were = (count: number, what: string) => `${products(count)} ${count === 1 ? 'was' : 'were'} ${what}.`;

export const productImportMessages = {
  columns,
  import: 'Import CSV',
  title: 'Import products',
  file: 'CSV file',
  fileHint: 'UTF-8, separated by commas or semicolons. Up to 100,000 rows and 100 MB.',
  upload: 'Upload and check',
  uploading: 'Uploading...',
  noFile: 'Select a CSV file',
  uploadFailed: 'Couldn’t upload the file. Please try again.',
  howTo: 'How to format your file',
  howToLines: [
    'Each row is one variant. Keep the rows of a product together and give them the same slug. A product without options is one row.',
    'The slug identifies the product. If it exists, the product is updated. If not, a new product is added. An empty slug is created from the name.',
    'Columns you leave out stay unchanged. So do products and variants that aren’t in the file.',
    'Separate multiple images, alt texts, tags and specifications with “|”. Write a specification as “Stone: Moonstone”.',
    'Quantity sets the opening stock of new variants only. To change existing stock, use “Adjust stock” on the product page.',
    'The file is checked first. You’ll see any errors by row before anything is imported.',
  ],
  availableColumns: 'Available columns:',
  exportTip: 'Tip: export a few products and edit that file.',

  history: 'Import history',
  none: 'No imports yet',
  noneYet: 'Files you upload appear here.',
  uploadedAt: 'Uploaded',
  fileColumn: 'File',
  unnamed: 'Unnamed file',
  uploadedBy: 'Uploaded by',
  status: 'Status',
  productsColumn: 'Products',
  statuses: {
    receiving: 'Uploading',
    checking: 'Checking',
    checked: 'Checked',
    importing: 'Importing',
    stopped: 'Stopped',
    imported: 'Imported',
    undoing: 'Undoing',
    undone: 'Undone',
  },

  titleOf: (fileName: string) => `Import: ${fileName}`,
  leavePage: 'You can leave this page. This continues in the background.',
  refresh: 'Refresh',
  checkProgress: (done: number, total: number) => `${number(done)} of ${products(total)} checked.`,
  importProgress: (done: number, total: number) => `${number(done)} of ${products(total)} imported.`,
  undoProgress: (done: number, total: number) => `${number(done)} of ${products(total)} restored.`,
  progress: 'Progress',

  result: 'Review import',
  willAdd: (count: number) => `${products(count)} will be added.`,
  willChange: (count: number) => `${products(count)} will be updated.`,
  unchanged: (count: number) => `${products(count)} ${count === 1 ? 'has' : 'have'} no changes.`,
  willSkip: (count: number) => `${products(count)} will be skipped because of errors.`,
  nothingToDo: 'There is nothing to import.',
  importNow: (count: number) => `Import ${products(count)}`,
  importRest: (count: number) => `Import the remaining ${products(count)}`,
  stop: 'Stop',

  imported: (count: number) => were(count, 'imported'),
  stopped: (count: number, remaining: number) =>
    `Import stopped. ${were(count, 'imported')} ${products(remaining)} ${remaining === 1 ? 'remains' : 'remain'}.`,
  wereSkipped: (count: number) => were(count, 'skipped because of errors'),
  wereRejected: (count: number) => were(count, 'not imported because of changes made after the check'),
  undone: (count: number) => `Import undone. ${were(count, 'restored')}`,
  undoSkipped: (count: number) =>
    count === 1
      ? '1 product was left unchanged because it was edited after the import.'
      : `${products(count)} were left unchanged because they were edited after the import.`,
  undo: 'Undo import',
  undoUntil: (day: string) => `You can undo this until ${day}. Sales made since the import aren’t affected.`,
  confirmUndo: 'Undo this import?',
  confirm: 'Undo this import',
  confirmImport: (fileName: string) => `Import ${fileName}?`,
  keepProducts: 'Keep products',
  keepImport: 'Keep import',
  importing: 'Starting...',
  /** How the effects were found. */
  tried: 'Tried out with every product of the import. Nothing is saved yet.',
  counted: (tried: number) =>
    `Counted by the check of the file, without prices and stock: only up to ${tried} products are tried out.`,
  actionFailed: 'Something went wrong. Please try again.',

  problems: 'Rows with errors',
  row: 'Row',
  slug: 'Slug',
  problem: 'Error',
  problemsFile: 'Export errors (CSV)',

  notFound: 'Import not found.',
  unreadable: (row: number) =>
    `Row ${row} can’t be read: a quotation mark is missing, or there’s one too many. Nothing was imported.`,
  anotherUpload: 'Another file of yours is still being uploaded. Wait until it’s complete, then try again.',
  cellTooLong: adminProductMessages.textTooLong,
  notText: 'This isn’t a UTF-8 CSV file. Save it as “CSV UTF-8” and try again.',
  tooLarge: 'File must be 100 MB or smaller',
  tooManyRows: 'File must have 100,000 rows or fewer',
  empty: 'The file has no rows below the header',
  unknownColumn: (name: string) =>
    `Unknown column “${name}”. Remove it, or use one of these: ${Object.values(columns).join(', ')}.`,
  columnTwice: (name: string) => `The column “${name}” appears twice`,
  noSlugColumn: 'The first row must contain the column names, including Slug or Name',

  noSlug: 'This row has no slug or name, and there’s no product above it',
  noSlugInName: 'A slug can’t be created from this name. Enter one in the Slug column.',
  slugTwice: (row: number) => `This product also appears in row ${row}. Keep its rows together, or remove one.`,
  slugOfOther: 'This slug was used by another product. Choose a different one.',
  skuTwice: (sku: string, row: number) => `SKU ${sku} also appears in row ${row}. Use a different one.`,
  skuTaken: (sku: string) => `SKU ${sku} is used by another product. Use a different one.`,
  unknownCategory: (name: string) => `The category “${name}” doesn’t exist. Use the name of an existing category.`,
  unknownBrand: (name: string) => `The brand “${name}” doesn’t exist. Use the name of an existing brand.`,
  notANumber: (column: string) => `${column}: enter a number, for example 129.50`,
  quantityNotWhole: 'Quantity: enter a whole number',
  unknownStatus: 'Status: enter draft, published or archived',
  unknownSwitch: 'In stock: enter yes or no',
  badSpecification: (text: string) => `“${text}” isn’t a valid specification. Write it as “Name: value”.`,
  tooManyVariants: 'A product can have up to 100 variants',
  variantTwice: 'Two rows describe the same variant',
  noOpeningStock: 'Your role can’t set stock. Leave the quantity of new variants empty.',
  changedSince: 'This product was changed after the check. Upload the file again.',
  addedSince: 'A product with this slug was added after the check. Upload the file again.',
  productNotFound: 'This product no longer exists',
  unexpected: 'Something went wrong. This product wasn’t changed.',

  notChecked: 'This import can’t be started right now.',
  tooOld: 'This check is more than 30 days old. Upload the file again.',
  notRunning: 'This import isn’t running.',
  cannotUndo: 'This import can’t be undone right now.',
  undoExpired: 'Imports can only be undone within 30 days.',
};
