export { createTemplate as default } from '../support/shop.ts';
