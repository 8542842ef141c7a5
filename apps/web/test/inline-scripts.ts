import { createHash } from 'node:crypto';

/** Text and attributes of the scripts in a page, except files and structured data, which is not executed. */
export const inlineScripts = (html: string) =>
  Array.from(html.matchAll(/<script\b([^>]*)>(.*?)<\/script>/gis), ([, attributes = '', text = '']) => ({
    attributes,
    text,
  })).filter(({ attributes }) => !/\ssrc=|ld\+json/.test(attributes));

/** As a Content-Security-Policy allows it. */
export const hashOf = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
