/** Stacked on phones, 1:1 on tablets, a buy panel of fixed width on desktops; for the page and its skeleton. */
export const PRODUCT_COLUMNS =
  'grid grid-cols-1 gap-x-8 gap-y-6 tablet:grid-cols-2 tablet:grid-rows-[auto_1fr] desktop:grid-cols-[minmax(0,1fr)_456px] desktop:gap-x-18';

/** Form id: the button that asks for an option submits it without JavaScript. */
export const OPTIONS_FORM = 'options';

/** Query parameter of a page that was asked for without JavaScript to buy, before an option was chosen. */
export const ASKED_PARAMETER = 'select';

/**
 * Without JavaScript a changed option takes effect only when submitted. Until then the previous variant must not be
 * bought: these classes hide the buy controls and show the button that submits the options.
 */
export const BUY_GROUP = 'group/buy';
export const CHOICE_CHANGED_HIDES = 'noscript:group-has-[input:checked:not([checked])]/buy:hidden';
export const CHOICE_CHANGED_SHOWS = 'hidden! noscript:group-has-[input:checked:not([checked])]/buy:inline-flex!';
