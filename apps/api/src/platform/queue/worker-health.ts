import type { Runner } from 'graphile-worker';

const PROBE_EVERY_MS = 10_000;
const ANSWERED_WITHIN_MS = 30_000;

/**
 * Live: the event loop responds and no runner has stopped. Ready: all runners have started, and the database has
 * answered within the last 30 seconds.
 */
export function watchWorker(probeDatabase: () => Promise<unknown>) {
  let state: 'starting' | 'running' | 'draining' | 'stopped' = 'starting';
  let answeredAt = Number.NEGATIVE_INFINITY;
  const probe = () =>
    probeDatabase().then(
      () => {
        answeredAt = performance.now();
      },
      () => {},
    );
  void probe();
  setInterval(probe, PROBE_EVERY_MS).unref();

  return {
    isLive: () => state !== 'stopped',
    checkReadiness() {
      const isAnswering = performance.now() - answeredAt <= ANSWERED_WITHIN_MS;
      const status = state === 'running' ? (isAnswering ? 'ready' : 'database unavailable') : state;
      return { ready: status === 'ready', body: { status } };
    },
    watchRunners(runners: Pick<Runner, 'promise'>[], onStop: (error: unknown) => void) {
      state = 'running';
      void probe();
      const stopped = (error?: unknown) => {
        if (state === 'draining') return;
        state = 'stopped';
        onStop(error);
      };
      for (const { promise } of runners) promise.then(() => stopped(), stopped);
    },
    startDraining() {
      state = 'draining';
    },
  };
}
