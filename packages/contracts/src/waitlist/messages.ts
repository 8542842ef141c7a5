export const waitlistMessages = {
  title: 'Back in stock',
  heading: 'Tell me when it is back',
  invitation: 'We write to you once, when it can be bought again.',
  email: 'Email address',
  submit: 'Tell me when it is back',
  submitting: 'One moment...',
  done: 'We write to you when it is back.',
  invalidEmail: 'Please enter a valid email address',
  notFound: 'We could not find this piece. It may have been taken down.',
  failed: 'We could not note your wish. Please try again in a moment.',
  chooseFirst: 'Please choose a piece in the shop first. Its page has the form for this.',
  backToShop: 'Back to the shop',
};
