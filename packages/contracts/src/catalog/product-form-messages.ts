import { counted } from '../common/counted.ts';
import { optionalTextLabels } from './admin-messages.ts';

const { seoTitle, ...otherTexts } = optionalTextLabels;

/** The product form of the admin panel, beside the texts of its fields. */
export const productFormMessages = {
  preview: 'Preview',
  previewTitle: (name: string) => `Preview: ${name}`,
  previewDraft: 'Preview: not published. Customers can’t see this page.',
  previewPublished: 'Preview of the published product.',
  backToEditor: 'Back to editing',

  imagesUsed: (count: number, max: number) => `${count} of ${max}`,
  mainImage: 'Main image',
  addAlt: 'Add alt text',
  imageUrl: 'Image URL',

  formatting: 'Formatting',
  marks: { bold: 'Bold', italic: 'Italic', list: 'List', link: 'Link' },
  markTexts: { bold: 'bold text', italic: 'italic text', list: 'list item', link: 'link text' },

  pricing: 'Pricing',
  customerSees: 'Customer sees',
  noPrice: 'Enter a price to see it here.',
  inventory: 'Inventory',

  searchListing: 'Search engine listing',
  searchListingHint: 'An example of how a search engine shows the product page.',
  seoTitleHint: (length: number, max: number) => `${length} of ${max} characters. Leave empty to use the name.`,
  seoDescriptionHint: (length: number, max: number) =>
    `${length} of ${max} characters. Leave empty to use the start of the description.`,

  statusTitle: 'Product status',
  visibility: {
    published: 'Customers can find and buy it.',
    draft: 'Only staff can see it.',
    archived: 'Hidden from the store. Its orders and links stay.',
  },
  findings: 'To improve',
  noFindings: 'Images, alt text and stock are complete.',
  notForSale: 'Not for sale: “In Stock” is cleared',
  outOfStock: 'Out of stock',
  variantOut: (variant: string) => `${variant} is out of stock`,
  variantsOut: (count: number, total: number) => `${count} of ${total} variants are out of stock`,
  noImage: 'No image',
  altMissing: (count: number) => `${counted(count, 'image has', 'images have')} no alt text`,

  organization: 'Organization',
  collections: 'Collections',
  noCollections: 'In no collection',

  variantsUpdated: 'Variants updated to match the options. Check them, then save.',
  /** What the bar of unsaved changes lists, labels in lower case. */
  prices: (count: number) => (count === 1 ? 'price' : `${count} prices`),
  changed: {
    name: 'product name',
    description: 'description',
    images: 'images',
    imageAlts: 'alt text',
    stock: '“In Stock”',
    quantity: 'quantity',
    options: 'options',
    variants: 'variants',
    specifications: 'specifications',
    seoTitle,
    slug: 'URL slug',
    ...otherTexts,
    status: 'status',
    category: 'category',
    brand: 'brand',
    tags: 'tags',
    pairings: 'pairings',
  },
};
