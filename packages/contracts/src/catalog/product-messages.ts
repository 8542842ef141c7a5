/** An option's name within a sentence: "Ring size" becomes "ring size", "US size" stays. */
const inSentence = (option: string) => option.replace(/\b[A-Z](?=[a-z])/g, (initial) => initial.toLowerCase());

/** Where there is little room: "Ring size" becomes "size". */
const shortName = (option: string) => inSentence(option).split(' ').at(-1);

const selectOption = (option: string) => `Select ${/^[aeio]/i.test(option) ? 'an' : 'a'} ${inSentence(option)}`;

export const productMessages = {
  category: 'Category',
  brand: 'Brand',
  tags: 'Tags',
  images: 'Product images',
  imageOf: (position: number, count: number) => `Image ${position} of ${count}`,
  enlarge: 'Enlarge:',
  nextImage: 'Next image',
  previousImage: 'Previous image',
  zoomIn: 'Zoom in:',
  zoomOut: 'Zoom out:',
  zoom: 'Zoom',
  from: 'From',
  noneSelected: 'none selected',
  selectOption,
  /** For a product of which nothing is in stock. */
  selectForAlert: (option: string) => `${selectOption(option)}, and we’ll email you when it’s back in stock.`,
  selectShort: (option: string) => `Select ${shortName(option)}`,
  noneSelectedOf: (option: string) => `No ${shortName(option)} selected`,
  chosen: (option: string, value: string) => `${option} ${value}`,
  inStock: 'In stock',
  onlyAvailable: (count: number) => `Only ${count} left`,
  outOfStock: '(out of stock)',
  updateSelection: 'Update selection',
  share: 'Share',
  linkCopied: 'Link copied.',
  linkNotCopied: 'We couldn’t copy the link. Copy it from your browser’s address bar.',
  about: 'About this product',
  specifications: 'Specifications',
  details: 'Materials and details',
  care: 'Care',
  shippingAndReturns: 'Shipping and returns',
  shippingPrices: (standard: string, express: string) => `Shipping ${standard} (Standard) or ${express} (Express).`,
  freeShipping: (from: string) => `Standard shipping is free when your subtotal is ${from} or more.`,
  deliveryTimes: 'Delivery times by country',
  returns: 'How to return an item',
  pairsWellWithEyebrow: 'Complete the look',
  pairsWellWith: 'Pairs well with',
  reviewsEyebrow: 'Verified buyers',
  reviews: 'Customer reviews',
  noReviews: 'No reviews yet',
  noReviewsText: 'Customers who bought this product can leave the first review.',
  basedOn: (count: string) => `Based on ${count}`,
  moreReviews: 'Show more reviews',
  reviewsFailed: 'We couldn’t load more reviews. Please try again.',
};
