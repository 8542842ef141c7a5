export type EmailLinkResult = { state: 'open' | 'done' | 'invalid'; failed?: string };
