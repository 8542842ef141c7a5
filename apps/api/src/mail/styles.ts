/** Values of the store's design. Email clients support neither its fonts nor style sheets: hence inline styles. */
export const INK = '#241b2b';
export const INK_SOFT = '#564a60';
export const INK_MUTED = '#6b5f75';
export const PAPER = '#fffdfb';
export const PEARL = '#f8f4f4';
export const BLUSH = '#f7e6e8';
export const LINE = '#e7dee4';
export const VIOLET = '#5b3a8c';
export const DISPLAY = "'Cormorant Variable',Cormorant,Georgia,serif";
export const SANS = "'Figtree Variable',Figtree,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

export const BODY = `font:400 16px/1.65 ${SANS};color:${INK}`;
export const SMALL = `font:400 14px/1.5 ${SANS};color:${INK_MUTED}`;

export const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
