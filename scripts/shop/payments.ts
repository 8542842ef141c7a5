import { parseArgs } from 'node:util';
import { acceptPaymentPage } from '../../apps/api/src/payments/page-check.ts';
import { reconcile } from '../reconcile.ts';
import { withDatabase } from './connection.ts';

export const runReconcile = (args: string[]) => withDatabase(10_000, (db) => reconcile(db, args));

export async function runAcceptPaymentPage(args: string[]) {
  parseArgs({ args, options: {} });
  const acceptedPage = await withDatabase(10_000, acceptPaymentPage);
  console.log(
    acceptedPage ? JSON.stringify(acceptedPage, null, 2) : 'Nothing has changed since the last one was accepted.',
  );
}
