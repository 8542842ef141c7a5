/** False if there is no such time, as a field of a form sends it: a 30th of February, for example. */
export function isTypedTime(typed: string) {
  const date = new Date(`${typed}Z`);
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/.test(typed) || Number.isNaN(date.getTime())) return false;
  return date.toISOString().startsWith(typed);
}
