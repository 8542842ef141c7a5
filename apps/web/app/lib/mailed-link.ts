/** What became of a mailed link whose button was pressed. */
export type LinkAnswer = { state: 'open' | 'done' | 'invalid'; failed?: string };
