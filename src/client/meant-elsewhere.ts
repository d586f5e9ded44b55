/** Whether a click is to lead into a new tab or window, say, and not to the page in this one. */
export function isMeantElsewhere(event: MouseEvent): boolean {
  return Boolean(event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
}
