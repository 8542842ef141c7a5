export const newsletterMessages = {
  invalidEmail: 'Please enter a valid email address',
  success: 'Thank you. You are on the list.',
  title: 'Newsletter',
  heading: 'Letters from the house',
  invitation: 'New pieces and quiet sales, about once a month. You can leave at any time.',
  email: 'Email address',
  subscribe: 'Subscribe',
  subscribing: 'Subscribing...',
  failed: 'We could not add you to the list. Please try again in a moment.',
};

/** How long the success message stays before the form is ready again. */
export const NEWSLETTER_MESSAGE_MS = 5_000;
