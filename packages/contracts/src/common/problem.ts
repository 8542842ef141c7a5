import { z } from 'zod';

/** Error response (RFC 9457), with a `message` for clients to display. */
export const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  code: z.string(),
  message: z.string(),
  requestId: z.string(),
  errors: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
});
export type Problem = z.infer<typeof Problem>;

/** Load shedding: a search rejected because too many are running. Clients must not retry immediately. */
export const SEARCH_BUSY = 'search_busy';

export const problemMessages = {
  invalid: 'Some of the information is missing or not valid. Please check it and try again.',
  unauthenticated: 'Please sign in to continue.',
  forbidden: 'Your account may not do this.',
  crossOriginBlocked: 'This request came from another site and was refused. Please use the shop itself.',
  notFound: 'We could not find what you asked for.',
  tooLarge: 'That is more than we can take at once. Please send less.',
  unsupportedType: 'Please send this as JSON.',
  accountChanged: 'This account changed in the meantime. Please try again.',
  tooManyRequests: 'Too many requests. Please wait a moment and try again.',
  searchBusy: 'We’re handling a lot of searches right now. Please try again in a few seconds.',
  unavailable: 'The shop cannot answer right now. Please try again in a few seconds.',
  unexpected: 'Something went wrong on our side. Please try again later.',
};
