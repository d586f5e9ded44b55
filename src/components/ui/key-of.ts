type Press = Pick<KeyboardEvent, 'key' | 'isComposing' | 'keyCode'>;

/** What Safari reports for the Enter that ends a word, when composing is over already. */
const COMPOSING = 229;

/** The key pressed; empty while an input method composes a word, whose Enter and arrows are its own. */
export function keyOf(event: Press | { nativeEvent: Press }): string {
  const { key, isComposing, keyCode } = 'nativeEvent' in event ? event.nativeEvent : event;
  return isComposing || keyCode === COMPOSING ? '' : key;
}
