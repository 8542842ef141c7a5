/** Stacked on phones, 1:1 on tablets, 7:5 on desktops; for the page and its skeleton. */
export const PRODUCT_COLUMNS =
  'grid grid-cols-1 gap-x-8 gap-y-8 tablet:grid-cols-2 desktop:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] desktop:gap-x-16';

/**
 * Without JavaScript a changed option takes effect only when submitted. Until then the previous variant must not be
 * bought: these classes hide the buy controls and show the button that submits the options.
 */
export const BUY_GROUP = 'group/buy';
export const CHOICE_CHANGED_HIDES = 'noscript:group-has-[input:checked:not([checked])]/buy:hidden';
export const CHOICE_CHANGED_SHOWS = 'hidden! noscript:group-has-[input:checked:not([checked])]/buy:inline-flex!';
