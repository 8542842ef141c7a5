const IDLE_WITHIN_MS = 10_000;

/** Calls it when the page is loaded and the browser has nothing else to do. */
export function whenIdle(call: () => void) {
  // Safari has no idle callback.
  const wait = () =>
    'requestIdleCallback' in window ? requestIdleCallback(call, { timeout: IDLE_WITHIN_MS }) : setTimeout(call);
  if (document.readyState === 'complete') wait();
  else addEventListener('load', wait, { once: true });
}
