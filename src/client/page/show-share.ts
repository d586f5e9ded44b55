/** Where the device has no sheet to share with, its buttons stay hidden. */
export function showShareButtons(): void {
  if (!('share' in navigator)) return;
  for (const button of document.querySelectorAll<HTMLElement>('[data-share]')) button.hidden = false;
}
