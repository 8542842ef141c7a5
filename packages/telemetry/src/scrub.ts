const MAX_LENGTH = 1_000;
const REDACTED = '[Redacted]';

/** Error messages are written by many libraries: email addresses, query strings and IP addresses are taken out. */
export const scrub = (text: string) =>
  text
    .slice(0, MAX_LENGTH)
    .replace(/[^\s"'<>()=,;:]+@[^\s"'<>()=,;:]+/g, REDACTED)
    .replace(/\?[^\s"'<>()]*=[^\s"'<>()]*/g, `?${REDACTED}`)
    .replace(/\b\d{1,3}(?:\.\d{1,3}){3}\b/g, REDACTED);

/** A file of the repository or of the site: without host, query and the folder of the deployment. */
export const scrubFilename = (filename: string) =>
  filename
    .replace(/[?#].*$/s, '')
    .replace(/^[a-z-]+:\/\/[^/]*/i, '')
    .replace(/^.*?\/(?=(?:apps|packages|node_modules|scripts)\/)/, '');
