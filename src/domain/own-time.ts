/** Date and time of the browser, or the time alone on the same day; undefined if equal to `here`. */
export function ownTime(startsAt: string, here: string): string | undefined {
  const [date, clock] = local(new Date(startsAt));
  if (here === `${date} ${clock}`) return undefined;
  return here.startsWith(date) ? clock : `${date} ${clock}`;
}

function local(at: Date): [date: string, clock: string] {
  const parts = [at.getDate(), at.getMonth() + 1, at.getHours(), at.getMinutes()];
  const [day, month, hour, minute] = parts.map((part) => String(part).padStart(2, '0'));
  return [`${day}.${month}.${at.getFullYear()}`, `${hour}:${minute}`];
}
