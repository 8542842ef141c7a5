/** Carriers offered in the panel, with the address of their tracking page. Staff can type any other name. */
export const CARRIERS: Record<string, (trackingNumber: string) => string> = {
  'Blue Dart': (number) => `https://www.bluedart.com/trackdartresultthirdparty?trackFor=0&trackNo=${number}`,
  Delhivery: (number) => `https://www.delhivery.com/track-v2/package/${number}`,
  'DHL Express': (number) => `https://www.dhl.com/global-en/home/tracking.html?tracking-id=${number}`,
  FedEx: (number) => `https://www.fedex.com/fedextrack/?trknbr=${number}`,
  UPS: (number) => `https://www.ups.com/track?tracknum=${number}`,
  USPS: (number) => `https://tools.usps.com/go/TrackConfirmAction?tLabels=${number}`,
};

export const trackingUrlOf = (carrier: string, trackingNumber: string) =>
  (Object.hasOwn(CARRIERS, carrier) && CARRIERS[carrier]?.(encodeURIComponent(trackingNumber))) || null;
