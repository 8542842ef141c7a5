export const SLIDE_INTERVAL_MS = 6_000;
