import { REPORT_PATH } from '#lib/report-path.ts';

/** Sent by the browser in the background, also while the page is being closed. */
export const sendReport = (report: object) =>
  void navigator.sendBeacon(REPORT_PATH, new Blob([JSON.stringify(report)], { type: 'application/json' }));
