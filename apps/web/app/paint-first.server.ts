const PRELOAD = /<link rel="modulepreload"[^>]*>/g;
/** The first such tag: in texts of the store and its customers, `<` is escaped. */
const ENTRY = /<script(?=[^>]* type="module")[^>]*>.*?<\/script>/s;

/**
 * Puts back what the template holds when the browser has painted, or a second after all else has loaded, as in a tab
 * that is not shown: first the preloads at the end of the head, then the entry where React wrote it, so that hydration finds what it
 * expects. Together with the preloads it would load its own imports first, and what these import only after them. Each
 * in a task of its own: all take a phone 0.1 s.
 */
const RELEASE = `(() => {
  const script = document.currentScript;
  const held = script.previousSibling;
  script.remove();
  let isReleased = false;
  const release = () => {
    if (isReleased) return;
    isReleased = true;
    for (const link of held.content.querySelectorAll('link')) setTimeout(() => document.head.append(link));
    setTimeout(() => held.replaceWith(held.content));
  };
  addEventListener('load', () => setTimeout(release, 1000));
  new PerformanceObserver((list) => {
    if (list.getEntriesByName('first-contentful-paint').length > 0) release();
  }).observe({ type: 'paint', buffered: true });
})()`;

/**
 * Loads the modules of a page after its first paint, at low priority. Every page works before: on a slow line, style
 * sheet, fonts and photographs come first. React Router offers no setting for either.
 */
export function paintFirst(html: string, nonce: string) {
  const preloads = (html.match(PRELOAD) ?? []).map((link) => link.replace('<link', '<link fetchpriority="low"'));
  return html
    .replace(PRELOAD, '')
    .replace(
      ENTRY,
      (entry) => `<template>${preloads.join('')}${entry}</template><script nonce="${nonce}">${RELEASE}</script>`,
    );
}
