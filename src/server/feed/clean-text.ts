/**
 * Signs that can't be seen and change what is read: they turn the direction of writing, or hide between letters. The
 * joiners (U+200C, U+200D) stay, as Hindi and Tamil are written with them.
 */
const UNSEEN = /(?![\t\n])[\p{Cc}\u061C\u200B\u200E\u200F\u2028-\u202E\u2060-\u2069\uFEFF]/gu;

export function cleanText(text: string): string {
  return text.replaceAll('\r\n', '\n').replaceAll(UNSEEN, '').normalize('NFC').trim();
}
