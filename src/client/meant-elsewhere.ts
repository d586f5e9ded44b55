/** Whether a click is to lead into a new tab or window, say, and not to the page in this one. */
export function isMeantElsewhere(event: MouseEvent): boolean {
  return event.button > 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
}
