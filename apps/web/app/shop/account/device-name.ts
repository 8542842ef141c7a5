import { settingsMessages } from '@shop/contracts/identity/account-messages';

// The order matters: most browsers also claim to be Chrome or Safari, and phones also name Mac or Linux.
const BROWSERS: [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|OPX|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Headless)?(Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const SYSTEMS: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'Chromebook'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac(intosh|\b)/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
];

/** 'Firefox on Windows': enough for users to recognize their own devices. */
export function deviceName(userAgent: string | null) {
  const nameIn = (table: [RegExp, string][]) => table.find(([sign]) => sign.test(userAgent ?? ''))?.[1];
  const browser = nameIn(BROWSERS);
  const system = nameIn(SYSTEMS);
  if (browser && system) return settingsMessages.device(browser, system);
  return browser ?? system ?? settingsMessages.unknownDevice;
}
