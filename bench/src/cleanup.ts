type Stop = () => unknown;

/** Work that starts processes: what it hands to `onEnd` is called at its end, the last first, also if it fails. */
export async function withCleanup(work: (onEnd: (stop: Stop) => void) => Promise<void>) {
  const stops: Stop[] = [];
  try {
    await work((stop) => stops.unshift(stop));
  } finally {
    for (const stop of stops) await stop();
  }
}
