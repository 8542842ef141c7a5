import { timeMessages } from '../common/messages.ts';

const returnPromise = (days: string) => `${days} to decide: Return unworn and unused items within ${days} of delivery.`;

export const homeMessages = {
  title: 'Home',
  description: (store: string) =>
    `Shop crystal jewelry, evening wear, clothing, accessories and home decor at ${store}.`,
  heading: (store: string) => `${store}: crystal jewelry, evening wear, clothing, accessories and home decor`,
  openingSoon: (storeName: string) => `${storeName} opens soon`,
  openingSoonHint: 'Sign up for the newsletter to hear when our first products arrive.',
  hero: 'Highlights',
  slideOf: (position: number, count: number) => `${position} of ${count}`,
  nextSlide: 'Next slide',
  previousSlide: 'Previous slide',
  pauseSlides: 'Pause slides',
  playSlides: 'Play slides',
  goToSlide: (position: number) => `Go to slide ${position}`,
  categoriesEyebrow: 'The collection',
  categories: 'Shop by category',
  featuredEyebrow: 'Top rated',
  featured: 'Featured',
  featuredAll: 'Shop all products',
  newArrivalsEyebrow: 'Just in',
  newArrivals: 'New arrivals',
  newArrivalsAll: 'Shop new arrivals',
  promises: 'Our promises',
  /** One per line: title, colon, text. As on the pages Shipping and returns, FAQ and About. 0 days: no returns. */
  defaultServiceNotes: (returnDays: number) =>
    [
      'Ships in 1 to 2 business days: Then 3 to 5 business days in the United States, 5 to 12 elsewhere.',
      ...(returnDays > 0 ? [returnPromise(timeMessages.days(returnDays))] : []),
      'Repairs for 12 months: We repair or replace loose stones free of charge.',
      'Ready to give: Gift-ready presentation, and no prices on the packing slip.',
    ].join('\n'),
  bestSellersEyebrow: 'Most bought',
  bestSellers: 'Best sellers',
  brands: 'Shop by brand',
  testimonialsEyebrow: 'In their words',
  testimonials: 'What our customers say',
  nextTestimonial: 'Next testimonial',
  previousTestimonial: 'Previous testimonial',
  pauseTestimonials: 'Pause testimonials',
  playTestimonials: 'Play testimonials',
  goToTestimonial: (position: number) => `Go to testimonial ${position}`,
};
