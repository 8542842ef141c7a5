export const newsletterMessages = {
  invalidEmail: 'Please enter a valid email address',
  success: 'Thank you. Please confirm with the link we have sent you.',
  title: 'Newsletter',
  heading: 'Letters from the house',
  invitation: 'New pieces and quiet sales, about once a month. You can leave at any time.',
  email: 'Email address',
  subscribe: 'Subscribe',
  subscribing: 'Subscribing...',
  failed: 'We could not add you to the list. Please try again in a moment.',
};

export const confirmNewsletterMessages = {
  title: 'Confirm subscription',
  heading: 'Letters from the house',
  invitation: 'Shall they come to you? New pieces and quiet sales, about once a month. You can leave at any time.',
  submit: 'Yes, send me the newsletter',
  submitting: 'Confirming...',
  done: 'Thank you. You are on the list.',
  invalid: 'This link is no longer valid. Please subscribe again.',
  failed: 'We could not confirm your subscription. Please try again in a moment.',
  toShop: 'See what is new',
};

export const unsubscribeMessages = {
  title: 'Unsubscribe',
  heading: 'Leave the newsletter',
  invitation: 'We are sorry to see you go. One click, and no further letter comes.',
  submit: 'Unsubscribe',
  submitting: 'Unsubscribing...',
  done: 'No further letter comes to this address.',
  invalid: 'This link is not complete. Please open it from our letter once more.',
  failed: 'We could not take you off the list. Please try again in a moment.',
  toShop: 'Back to the shop',
};
