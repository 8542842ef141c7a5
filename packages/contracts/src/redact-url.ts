/** Names of parameters that hold a secret, or what somebody searches for. */
const PRIVATE = /^(?:token|code|secret|q|who|email)$/i;
const EMAIL = /@|%40/i;
const REDACTED = '[Redacted]';

/** A URL for logs, which many read: without secrets, search words and email addresses, wherever these stand. */
export function redactUrl(url: string) {
  const end = url.search(/[?#]/);
  const path = end < 0 ? url : url.slice(0, end);
  const rest = end < 0 ? '' : url.slice(end);
  return (
    path.replace(/[^/]*(?:@|%40)[^/]*/gi, REDACTED) +
    rest.replace(/([?&])([^=&#]+)=([^&#]*)/g, (whole, sign: string, name: string, value: string) =>
      PRIVATE.test(name) || EMAIL.test(value) ? `${sign}${name}=${REDACTED}` : whole,
    )
  );
}
