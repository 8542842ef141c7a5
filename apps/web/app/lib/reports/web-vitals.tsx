import { useEffect } from 'react';
import { whenIdle } from './idle.ts';

/** Measures the given share of loaded pages; with 0 the script is not loaded. */
export function WebVitals({ sample }: { sample: number }) {
  useEffect(() => {
    if (Math.random() < sample && !objectsToMeasuring(navigator))
      whenIdle(() => void import('./measure-vitals.ts').then(({ measureVitals }) => measureVitals()));
    // Once for each loaded page.
  }, [sample]);
  return null;
}

/** Global Privacy Control or Do Not Track. */
export const objectsToMeasuring = (browser: object) =>
  Reflect.get(browser, 'globalPrivacyControl') === true || Reflect.get(browser, 'doNotTrack') === '1';
