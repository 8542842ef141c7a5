/**
 * requested → authorized, declined or cancelled; authorized → received, cancelled or expired; received → completed. The
 * parcel of an expired return may still be received.
 * A return is open until it is declined, cancelled, expired or completed.
 */
export const RETURN_STATUSES = [
  'requested',
  'authorized',
  'declined',
  'cancelled',
  'expired',
  'received',
  'completed',
] as const;
export type ReturnStatus = (typeof RETURN_STATUSES)[number];

export const RETURN_REASONS = ['too_small', 'too_large', 'not_as_pictured', 'damaged', 'changed_mind'] as const;
export type ReturnReason = (typeof RETURN_REASONS)[number];

/** In the order in which they are offered. */
export const RETURN_OUTCOMES = ['exchange', 'refund'] as const;
export type ReturnOutcome = (typeof RETURN_OUTCOMES)[number];

/** The API enforces it; the web app shows the button by it. */
export const isReturnCancellable = (status: ReturnStatus) => status === 'requested' || status === 'authorized';
