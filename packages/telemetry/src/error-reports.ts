import { channel } from 'node:diagnostics_channel';

/** Nothing personal: no URL with its query, no headers, no IP address. */
export type ErrorTags = {
  requestId?: string | null | undefined;
  route?: string | undefined;
  task?: string | undefined;
  browser?: string | undefined;
};

export type ErrorReport = { error: unknown; tags: ErrorTags; platform?: 'node' | 'javascript' };

/** Process-wide, because the web server and the bundle of its pages have separate copies of this module. */
export const errorChannel = channel('crystalline:errors');

let flushReports: (withinMs: number) => Promise<void> = async () => {};

/** How what is still being sent is waited for. */
export function setFlush(flush: typeof flushReports) {
  flushReports = flush;
}

/** Resolves at once unless error reporting is on. */
export const flushErrorReports = (withinMs: number) => flushReports(withinMs);

/** Does nothing unless error reporting is on. For unexpected errors, such as those of a response 500. */
export function reportError(error: unknown, tags: ErrorTags, platform: ErrorReport['platform'] = 'node') {
  if (errorChannel.hasSubscribers) errorChannel.publish({ error, tags, platform } satisfies ErrorReport);
}
