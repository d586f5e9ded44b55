type Press = Pick<KeyboardEvent, 'key' | 'isComposing' | 'keyCode'>;

/** Safari reports this for the Enter that ends a composition, with `isComposing` already false. */
const COMPOSING = 229;

/** Empty while an input method composes, which uses Enter and arrows itself. */
export function keyOf(event: Press | { nativeEvent: Press }): string {
  const { key, isComposing, keyCode } = 'nativeEvent' in event ? event.nativeEvent : event;
  return isComposing || keyCode === COMPOSING ? '' : key;
}
