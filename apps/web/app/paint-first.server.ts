const PRELOAD = /<link rel="modulepreload"[^>]*>/g;
/** The first such tag: in texts of the store and its customers, `<` is escaped. */
const ENTRY = /<script type="module"[^>]*>.*?<\/script>/s;

/**
 * Puts back what the template holds when the browser has painted once: the preloads at the end of the head, the entry
 * where React wrote it, so that hydration finds what it expects.
 */
const RELEASE = `(() => {
  const script = document.currentScript;
  const held = script.previousSibling;
  script.remove();
  const release = () => {
    document.head.append(...held.content.querySelectorAll('link'));
    held.replaceWith(held.content);
  };
  requestAnimationFrame(() => setTimeout(release));
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
