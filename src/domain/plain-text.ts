/** Signs that show nothing, or turn the words after them round: what stands there would not be what is read. */
const HIDDEN = /[\p{Cc}\p{Cs}\u2800]|(?!\u200C|\u200D|\uFE0E|\uFE0F)\p{Default_Ignorable_Code_Point}/gu;
/** They choose between a picture and a letter; anywhere else they only hide. */
const STRAY_SELECTORS = /(^|[^\p{Emoji}])[\uFE0E\uFE0F]+/gu;
/** Tamil and Hindi join letters after a mark, and pictures are joined to one; anywhere else a joiner only hides. */
const STRAY_JOINERS = /(^|[^\p{M}\p{Extended_Pictographic}])[\u200C\u200D]+/gu;
/** No script needs more marks on one letter; with many they run over the lines around. */
const HEAPED_MARKS = /(\p{M}{4})\p{M}+/gu;

/**
 * One line of what a person typed, as others may see it. What can't be seen comes along when words are copied, so it
 * is left out and not complained about; markup stays, it is only text.
 */
export function plainText(typed: string): string {
  return typed
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(HIDDEN, '')
    .replaceAll(STRAY_SELECTORS, '$1')
    .replaceAll(STRAY_JOINERS, '$1')
    .normalize('NFC')
    .replaceAll(HEAPED_MARKS, '$1')
    .replaceAll(/ {2,}/g, ' ')
    .trim();
}
