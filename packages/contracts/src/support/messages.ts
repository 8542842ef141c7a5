const SUPPORT_EMAIL = 'support@example.com';

export const supportMessages = {
  formTitle: 'Write to us',
  formHint: 'We reply by email within one business day.',
  name: 'Your name',
  email: 'Email address',
  orderNumber: 'Order number, if it is about an order',
  orderNumberHint: 'The 8 characters shown on the order page.',
  subject: 'Subject',
  message: 'Message',
  send: 'Send message',
  sending: 'Sending...',
  leaveEmpty: 'Please leave this field empty',
  nameMissing: 'Please tell us your name.',
  nameTooLong: 'Please use at most 200 characters for your name.',
  invalidEmail: 'Please enter a valid email address',
  subjectMissing: 'Please say in a few words what it is about.',
  subjectTooLong: 'Please use at most 200 characters for the subject.',
  messageMissing: 'Please write your message.',
  messageTooLong: 'Please use at most 5,000 characters for your message.',
  sentTitle: 'Thank you. We have your message.',
  sent: (number: string) =>
    `Your ticket number is ${number}. Please keep it: it helps us to find your message when you write again.`,
  writeAnother: 'Write another message',
  failed: `We could not send your message. Please try again in a moment, or write to ${SUPPORT_EMAIL}.`,
  aboutOrder: (number: string) => `Order number: #${number}`,
};
