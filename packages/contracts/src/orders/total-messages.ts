export const totalMessages = {
  heading: 'How this total is made',
  products: (products: number, items: string) => `${products.toLocaleString('en-US')} products, ${items}`,
  tax: (percent: string, subtotal: string) => `${percent} of the subtotal, ${subtotal}`,
  shipping: (method: string) => `${method}, one price per order`,
  freeShipping: (method: string) => `${method}, free for this order`,
  discount: (percent: string, subtotal: string) => `${percent} of ${subtotal}`,
  chargedIn: (currency: string) => `Charged in ${currency}`,
  currentRate: (total: string, rate: string) => `${total} × ${rate}, today’s store rate`,
  orderRate: (total: string, rate: string) => `${total} × ${rate}, the rate of this order`,
  rounded: (arithmetic: string) => `${arithmetic}, rounded`,
};
