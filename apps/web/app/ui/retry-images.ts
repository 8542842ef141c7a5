/** Long enough for a busy server, in milliseconds; not the same for all images of a page. */
const delay = () => 1_000 + Math.random() * 1_000;

/** Loads an image that failed once more; also those that failed before the script ran. Returns how to stop. */
export function retryFailedImages(page: Document) {
  const retried = new WeakSet<HTMLImageElement>();
  const retry = (image: HTMLImageElement) => {
    if (retried.has(image)) return;
    retried.add(image);
    // The same URL again: the browser chooses among the sources again, and requests what it could not load.
    setTimeout(() => image.setAttribute('src', image.getAttribute('src') ?? ''), delay());
  };
  const onError = ({ target }: Event) => {
    if (target instanceof HTMLImageElement) retry(target);
  };
  // Errors of images do not bubble.
  page.addEventListener('error', onError, { capture: true });
  for (const image of page.images) if (image.complete && image.naturalWidth === 0 && image.currentSrc) retry(image);
  return () => page.removeEventListener('error', onError, { capture: true });
}
