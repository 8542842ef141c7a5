export const shipmentMessages = {
  carrierTooLong: 'Carrier is limited to 60 characters.',
  trackingNumberInvalid: 'Use A–Z, digits, spaces, dots, hyphens and slashes, up to 60 characters.',
  trackingUrlInvalid: 'Enter an address that starts with https://',
  quantityInvalid: 'Enter a whole number of units.',
  nothingChosen: 'Choose at least one unit to ship.',
  notLeft: 'Some of these units have already been shipped. Review the order and try again.',
  notShippable: 'This order can’t be shipped in its current status.',
  notFound: 'Shipment not found.',
};
