export const SHIPPING_METHODS = ['standard', 'express'] as const;

export const CART_COOKIE = '__Host-crystalline_cart';

export const CART_LINES_MAX = 100;

export const LINE_QUANTITY_MAX = 9_999;

export const WISHLIST_MAX = 200;
