/** Labels and errors of the fields that categories and brands share. */
export const taxonomyFieldMessages = {
  name: 'Name',
  slug: 'URL slug',
  slugHint: 'Leave empty to create it from the name. Old links redirect here.',
  description: 'Description',
  image: 'Image',
  imageUrl: 'Image URL',
  imageHint: 'Leave empty to keep the current image',
  imageHintNew: 'Upload an image, or enter a URL that starts with https://',
  imageAlt: 'Alt text',
  imageAltHint: 'Describes the image for screen readers and search engines',
  removeImage: 'Remove the image',
  searchListing: 'Search engine listing',
  seoTitle: 'Page title',
  seoTitleHint: 'Up to 70 characters. Leave empty to use the name.',
  seoDescription: 'Meta description',
  seoDescriptionHint: 'Up to 160 characters. Leave empty to use the description.',

  nameRequired: 'Name is required',
  nameTooLong: 'Name must be 100 characters or fewer',
  nameInvalid: 'Name can’t contain line breaks or control characters',
  slugInvalid: 'Use up to 100 letters, numbers, hyphens and underscores',
  descriptionTooLong: 'Description must be 2,000 characters or fewer',
  imageNotAllowed: 'Upload the image, or enter a public URL that starts with https://',
  altTooLong: 'Alt text must be 300 characters or fewer',
  seoTitleTooLong: 'Page title must be 70 characters or fewer',
  seoDescriptionTooLong: 'Meta description must be 160 characters or fewer',
  intoRequired: 'Select where the products go',
};

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const productsOf = (count: number) => (count === 1 ? '1 product' : `${count.toLocaleString('en-US')} products`);

const textsOf = (one: string, many: string, benefit: string) => ({
  title: capitalize(many),
  list: `${capitalize(many)}, in the order of the store`,
  add: `Add ${one}`,
  create: `Create ${one}`,
  created: `${capitalize(one)} created.`,
  save: `Save ${one}`,
  saved: `${capitalize(one)} saved.`,
  none: `No ${many} yet`,
  noneYet: `Every product has a ${one}. ${benefit}`,
  products: 'Products',
  productCount: productsOf,
  position: 'Order',
  moveUp: (name: string) => `Move ${name} up`,
  moveDown: (name: string) => `Move ${name} down`,
  moved: 'Order saved.',
  positionsChanged: `The list of ${many} has changed. Reload the page and try again.`,
  choose: `Select a ${one} to edit it`,
  viewInStore: 'View in store',
  readOnly: `You can view ${many} but not edit them.`,

  mergeTitle: `Merge into another ${one}`,
  mergeEffect: (count: number) =>
    `${productsOf(count)} will move to the ${one} you select. Links to the old name and URL slug will lead there. You can’t undo this.`,
  into: 'Move products to',
  chooseInto: `Select a ${one}`,
  unreturnable: `Products of the ${one} you select can’t be returned either`,
  unreturnableHint: `Products of this ${one} can’t be returned. Unless you check this, they become returnable.`,
  merge: `Merge ${one}`,
  confirmMerge: (name: string, into: string) => `Merge ${name} into ${into}?`,
  confirmDelete: (name: string) => `Delete ${name}?`,
  keep: `Keep ${one}`,
  merged: `${capitalize(many)} merged.`,
  mergeStarted: 'The products are being moved. This can take a few minutes.',
  merging: (into: string) => `Merging into ${into}`,
  mergeInProgress: `A merge with this ${one} is in progress. Wait until it’s complete, then try again.`,

  deleteTitle: `Delete ${one}`,
  deleteEffect: `Links to this ${one} will show no products. You can’t undo this. To redirect them, merge it instead.`,
  inUse: `Products still use this ${one}, drafts, archived and deleted products included. Merge it into another ${one} instead.`,
  inCollection: `A collection has a rule about this ${one}. Change the rule, or merge the ${one} into another.`,
  remove: `Delete ${one}`,
  removed: `${capitalize(one)} deleted.`,

  notFound: `${capitalize(one)} not found.`,
  notFoundInStore: `We couldn’t find this ${one}.`,
  nameTaken: `Another ${one} already has this name`,
  slugTaken: `Another ${one} already has this URL slug`,
  tooMany: `A store can have up to 500 ${many}.`,
  editConflict: `Someone else changed this ${one} while you were editing it. Reload the page to see the current version.`,
});

export const taxonomyMessages = {
  category: textsOf('category', 'categories', 'Add one so that customers can browse by it.'),
  brand: textsOf('brand', 'brands', 'Add one to show who makes what you sell.'),
};

/** The tabs of the screens that organize products. */
export const organizeMessages = {
  label: 'Organize products',
  categories: 'Categories',
  brands: 'Brands',
  collections: 'Collections',
  synonyms: 'Search synonyms',
};
