/** What became of a mailed link whose button was pressed. */
export type EmailLinkResult = { state: 'open' | 'done' | 'invalid'; failed?: string };
