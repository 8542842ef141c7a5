export const TESTIMONIALS = [
  {
    name: 'Helena V.',
    location: 'Chicago, Illinois',
    quote:
      'I ordered the Rivière for my sister’s wedding and it arrived wrapped like a gift to me. It sits so well that I wore it again the next weekend, with a white shirt.',
    rating: 5,
    productSlug: 'riviere-crystal-necklace',
  },
  {
    name: 'Marcus L.',
    location: 'Toronto, Ontario',
    quote:
      'The chandelier came in numbered trays with gloves and spare drops. You can tell someone thought about the person on the ladder.',
    rating: 5,
    productSlug: 'cascade-chandelier',
  },
  {
    name: 'Ananya I.',
    location: 'Bengaluru, Karnataka',
    quote:
      'I was nervous about buying a gown online. The measurements were exact, support answered my question the same day, and yes, it has pockets.',
    rating: 5,
    productSlug: 'aurora-aline-gown',
  },
] as const;
