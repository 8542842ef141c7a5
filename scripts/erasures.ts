/** Result of replaying the erasure list. */
export function erasureSummary(accounts: number) {
  if (accounts === 0) return 'Erasures: no deleted account is in the database.';
  return accounts === 1
    ? 'Erasures: 1 deleted account was in the database again and has been erased.'
    : `Erasures: ${accounts} deleted accounts were in the database again and have been erased.`;
}
