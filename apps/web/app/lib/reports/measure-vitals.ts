import { type Metric, onCLS, onINP, onLCP, onTTFB } from 'web-vitals';
import { sendReport } from './send-report.ts';

/** Sends LCP, INP, CLS and TTFB of the loaded page when it is hidden or closed. Without any identifier. */
export function measureVitals() {
  const path = location.pathname;
  const vitals = new Map<string, { name: string; value: number; path: string }>();
  const keep = ({ name, value }: Metric) => void vitals.set(name, { name, value, path });
  for (const observe of [onLCP, onINP, onCLS, onTTFB]) observe(keep);

  // After the listeners of the library, which complete the metrics at the same event.
  const send = () => {
    if (document.visibilityState !== 'hidden' || vitals.size === 0) return;
    sendReport({ vitals: [...vitals.values()] });
    vitals.clear();
  };
  addEventListener('visibilitychange', send);
  addEventListener('pagehide', send);
}
