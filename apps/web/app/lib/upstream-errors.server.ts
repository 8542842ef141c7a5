import { channel } from 'node:diagnostics_channel';

/** `unreachable`: no connection or a broken one. `contract`: a response that the schema does not accept. */
export const UPSTREAM_ERRORS = ['unreachable', 'timeout', 'server_error', 'contract'] as const;
type UpstreamError = (typeof UPSTREAM_ERRORS)[number];

/** A channel, because the built pages and the web server that counts the errors each have a copy of this module. */
export const UPSTREAM_ERROR_CHANNEL = 'crystalline.upstream_error';
const errors = channel(UPSTREAM_ERROR_CHANNEL);

/** A failed response of the API, or none. */
export const reportUpstreamError = (kind: UpstreamError) => errors.publish(kind);

export const upstreamErrorOf = (error: unknown): UpstreamError =>
  error instanceof Error && /timeout/i.test(`${error.name} ${'code' in error ? error.code : ''}`)
    ? 'timeout'
    : 'unreachable';
