/** The reader's date and time where they differ from the platform's (`here`); only the time on the same day. */
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
