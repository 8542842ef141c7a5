export const SHIPPING_METHODS = ['standard', 'express'] as const;

export const CART_COOKIE = '__Host-crystalline_cart';

/** The country that a visitor wants deliveries to, URL-encoded. Set by the browser too, so that scripts can read it. */
export const COUNTRY_COOKIE = '__Host-crystalline_country';

export const CART_LINES_MAX = 100;

export const LINE_QUANTITY_MAX = 9_999;

export const WISHLIST_MAX = 200;
