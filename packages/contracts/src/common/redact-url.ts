/** Names of parameters that contain a secret or a search query. */
const PRIVATE = /^(?:token|code|secret|key|q|who|email)$/i;
const EMAIL = /@|%40/i;
/** A path with such a parameter, for example that of the page to return to after the login. */
const NESTED = /(?:[?&]|%3F|%26)(?:token|code|secret|key|q|who|email)(?:=|%3D)/i;
/** The token of a gift is a part of the path. */
const GIFT = /(\/gifts?\/)[^/]+/gi;
const REDACTED = '[Redacted]';

/** A URL for logs: without secrets, search queries and email addresses, in any part of it. */
export function redactUrl(url: string) {
  const end = url.search(/[?#]/);
  const path = end < 0 ? url : url.slice(0, end);
  const rest = end < 0 ? '' : url.slice(end);
  return (
    path.replace(/[^/]*(?:@|%40)[^/]*/gi, REDACTED).replace(GIFT, `$1${REDACTED}`) +
    rest.replace(/([?&])([^=&#]+)=([^&#]*)/g, (whole, sign: string, name: string, value: string) =>
      PRIVATE.test(name) || EMAIL.test(value) || NESTED.test(value) ? `${sign}${name}=${REDACTED}` : whole,
    )
  );
}
