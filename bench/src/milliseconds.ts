import { percentile } from '@shop/e2e/percentile';

/** A percentile of times, for the console. */
export const milliseconds = (times: number[], share: number) => `${percentile(times, share).toFixed(1)} ms`;
