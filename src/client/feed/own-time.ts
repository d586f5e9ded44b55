import { ownTime } from '#domain/own-time.ts';

/** Shows the reader's own time beside the platform's, before islands are hydrated. */
export function showOwnTimes(): void {
  for (const own of document.querySelectorAll<HTMLElement>('[data-own-time]')) {
    const time = own.querySelector('time')!;
    const text = ownTime(time.dateTime, time.dataset['here'] ?? '');
    time.textContent = text ?? '';
    own.hidden = text === undefined;
  }
}
