export const newsletterMessages = {
  invalidEmail: 'Please enter a valid email address',
  success: 'Thank you! Check your inbox to confirm your subscription.',
  title: 'Newsletter',
  heading: 'Join our newsletter',
  invitation: 'New arrivals and sales, about once a month. Unsubscribe at any time.',
  email: 'Email address',
  subscribe: 'Subscribe',
  subscribing: 'Subscribing...',
  failed: 'We couldn’t sign you up. Please try again in a moment.',
};

export const confirmNewsletterMessages = {
  title: 'Confirm subscription',
  heading: 'Confirm your subscription',
  invitation: 'Get new arrivals and sales by email, about once a month. Unsubscribe at any time.',
  submit: 'Confirm subscription',
  submitting: 'Confirming...',
  done: 'Thank you! You’re subscribed.',
  invalid: 'This link is no longer valid. Please subscribe again.',
  failed: 'We couldn’t confirm your subscription. Please try again in a moment.',
  toShop: 'Shop new arrivals',
};

export const unsubscribeMessages = {
  title: 'Unsubscribe',
  heading: 'Unsubscribe from our emails',
  invitation: 'We’re sorry to see you go. Confirm below and we’ll stop sending you the newsletter and promotions.',
  submit: 'Unsubscribe',
  submitting: 'Unsubscribing...',
  done: 'You’re unsubscribed. We won’t send you the newsletter or promotions anymore.',
  invalid: 'This link is incomplete or not valid. Please open it again from our email.',
  failed: 'We couldn’t unsubscribe you. Please try again in a moment.',
  toShop: 'Continue shopping',
};
