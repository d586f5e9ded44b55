/** Whether a click is to lead into a new tab or window, say, and not to the page in this one. */
export function isMeantElsewhere({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return Boolean(button || metaKey || ctrlKey || shiftKey || altKey);
}
