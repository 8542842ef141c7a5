/** Stacked on phones, half and half on tablets, 7 to 5 on desktops: the page and its skeleton alike. */
export const PRODUCT_COLUMNS =
  'grid grid-cols-1 gap-x-8 gap-y-8 tablet:grid-cols-2 desktop:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] desktop:gap-x-16';

/** The shop's pictures are 4 to 5; squares show their upper part. */
export const IMAGE_SIZE = { width: 1000, height: 1250 } as const;

/**
 * Without JavaScript the page knows a changed choice only once it is sent. Until then nothing may buy the former one:
 * what buys is hidden by these, and the button that sends the choice shows.
 */
export const BUY_GROUP = 'group/buy';
export const CHOICE_CHANGED_HIDES = 'noscript:group-has-[input:checked:not([checked])]/buy:hidden';
export const CHOICE_CHANGED_SHOWS = 'hidden! noscript:group-has-[input:checked:not([checked])]/buy:inline-flex!';
