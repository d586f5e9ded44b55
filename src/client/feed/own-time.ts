import { ownTime } from '#domain/own-time.ts';

/** Says beside a time of the platform when that is where the reader is, before an island that has it is awake. */
export function showOwnTimes(): void {
  for (const own of document.querySelectorAll<HTMLElement>('[data-own-time]')) {
    const time = own.querySelector('time')!;
    const text = ownTime(time.dateTime, time.dataset['here'] ?? '');
    time.textContent = text ?? '';
    own.hidden = text === undefined;
  }
}
