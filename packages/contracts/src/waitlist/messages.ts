export const waitlistMessages = {
  title: 'Back-in-stock alert',
  heading: 'Get a back-in-stock alert',
  invitation: 'We’ll email you once, when it’s back in stock.',
  email: 'Email address',
  submit: 'Notify me',
  submitting: 'Saving...',
  done: 'We’ll email you when it’s back in stock.',
  invalidEmail: 'Please enter a valid email address',
  notFound: 'We couldn’t find this product. It may have been removed.',
  failed: 'We couldn’t save your request. Please try again in a moment.',
  chooseFirst: 'To get an alert, open the page of a product that’s out of stock and select “Notify me”.',
  continueShopping: 'Continue shopping',
};
