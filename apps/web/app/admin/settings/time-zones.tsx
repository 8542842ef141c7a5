/** Id of the list, for the `list` of a text field. */
export const ZONES = 'time-zones';

/** Suggestions; any other IANA name can be typed. A fixed list: that of `Intl` differs between server and browser. */
const SUGGESTED = [
  'UTC',
  'America/Chicago',
  'America/Denver',
  'America/Los_Angeles',
  'America/New_York',
  'America/Sao_Paulo',
  'America/Toronto',
  'Africa/Johannesburg',
  'Africa/Lagos',
  'Africa/Nairobi',
  'Asia/Dubai',
  'Asia/Hong_Kong',
  'Asia/Jakarta',
  'Asia/Kolkata',
  'Asia/Singapore',
  'Asia/Tokyo',
  'Australia/Sydney',
  'Europe/Berlin',
  'Europe/Istanbul',
  'Europe/London',
  'Europe/Paris',
  'Pacific/Auckland',
];

export const TimeZones = () => (
  <datalist id={ZONES}>
    {SUGGESTED.map((name) => (
      <option key={name} value={name} />
    ))}
  </datalist>
);
