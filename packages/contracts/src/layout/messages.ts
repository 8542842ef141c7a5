export const STORE_NAME = 'Crystalline';

/** '{Section} | Crystalline'. */
export const pageTitle = (section: string) => `${section} | ${STORE_NAME}`;

export const headerMessages = {
  skipToContent: 'Skip to content',
  home: 'Crystalline, home',
  mainNavigation: 'Main',
  menu: 'Menu',
  closeMenu: 'Close menu',
  shop: 'Shop',
  categories: 'Categories',
  about: 'About',
  contact: 'Contact',
  login: 'Login',
  register: 'Register',
  cart: 'Cart',
  wishlist: 'Wishlist',
  notifications: 'Notifications',
  accountMenu: 'Account menu',
  account: 'Account',
  orders: 'Orders',
  admin: 'Admin',
  countOf: (label: string, count: string) => `${label}, ${count}`,
};

export const footerMessages = {
  tagline: 'Jewelry, evening wear, clothing and objects for the home, chosen one piece at a time.',
  shop: 'Shop',
  allProducts: 'All products',
  categories: 'Categories',
  company: 'The house',
  about: 'About',
  contact: 'Contact',
  help: 'Help',
  trackOrder: 'Track order',
  faq: 'Questions and answers',
  shipping: 'Shipping and returns',
  support: 'Support',
  legal: 'Legal',
  terms: 'Terms of service',
  privacy: 'Privacy',
  currency: 'Prices in US dollars. Online payments are charged in Indian rupees (INR).',
  newsletter: 'Stay in touch',
  navigation: 'Footer',
  copyright: '© Crystalline. All rights reserved.',
};

export const homeMessages = {
  title: 'Home',
  description:
    'Crystalline is an online shop for crystal jewelry, evening wear, clothing, accessories and objects for the home.',
  heading: 'Crystalline: crystal jewelry, evening wear, clothing, accessories and objects for the home',
  hero: 'Highlights',
  slideOf: (position: number, count: number) => `${position} of ${count}`,
  nextSlide: 'Next slide',
  previousSlide: 'Previous slide',
  pauseSlides: 'Pause slides',
  playSlides: 'Play slides',
  goToSlide: (position: number) => `Go to slide ${position}`,
  categoriesEyebrow: 'The collection',
  categories: 'Shop by category',
  featuredEyebrow: 'Loved most',
  featured: 'Featured',
  featuredAll: 'See all products',
  testimonialsEyebrow: 'In their words',
  testimonials: 'What our customers say',
  nextTestimonial: 'Next testimonial',
  previousTestimonial: 'Previous testimonial',
  pauseTestimonials: 'Pause testimonials',
  playTestimonials: 'Play testimonials',
  goToTestimonial: (position: number) => `Go to testimonial ${position}`,
};

export const pageErrorMessages = {
  unexpectedTitle: 'Unexpected Application Error!',
  unexpected: 'Something went wrong on our side. Please try again later.',
  unavailableTitle: 'We cannot show this page right now',
  unavailable: 'The shop cannot answer right now. Please try again in a few seconds.',
  notFoundTitle: 'We could not find this page',
  notFound: 'It may have been moved or taken down.',
  tryAgain: 'Try again',
  backHome: 'Go to the home page',
};

export const timeMessages = {
  justNow: 'Just now',
  minutesAgo: (count: number) => (count === 1 ? '1 minute ago' : `${count} minutes ago`),
  hoursAgo: (count: number) => (count === 1 ? '1 hour ago' : `${count} hours ago`),
  yesterday: 'Yesterday',
  daysAgo: (count: number) => `${count} days ago`,
};
