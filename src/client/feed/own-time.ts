/** Says beside a time of the platform when that is where the reader is, unless it is the same there. */
export function showOwnTimes(): void {
  for (const own of document.querySelectorAll<HTMLElement>('[data-own-time]')) {
    const time = own.querySelector('time')!;
    const { here = '' } = time.dataset;
    const [date, clock] = local(new Date(time.dateTime));
    time.textContent = here.startsWith(date) ? clock : `${date} ${clock}`;
    own.hidden = here === `${date} ${clock}`;
  }
}

function local(at: Date): [date: string, clock: string] {
  const parts = [at.getDate(), at.getMonth() + 1, at.getHours(), at.getMinutes()];
  const [day, month, hour, minute] = parts.map((part) => String(part).padStart(2, '0'));
  return [`${day}.${month}.${at.getFullYear()}`, `${hour}:${minute}`];
}
