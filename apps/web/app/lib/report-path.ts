/** Where browsers send errors, policy violations and measurements: on our own origin. */
export const REPORT_PATH = '/report';
