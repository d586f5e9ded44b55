/** `uid` identifies the event; the highest `sequence` is its newest version. */
export type CalendarEvent = {
  uid: string;
  sequence: number;
  changedAt: Date;
  startsAt: Date;
  endsAt: Date;
  title: string;
  description: string;
  url: string;
};

/** iCalendar file (RFC 5545). With `name`, a subscription to fetch twice a day (RFC 7986). */
export function calendarFile(maker: string, events: readonly CalendarEvent[], name?: string): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${text(maker)}//EN`,
    ...(name === undefined ? [] : subscription(name)),
    ...events.flatMap(linesOf),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join('');
}

/** Pairs: the standard name first, then the one that some programs need. */
function subscription(name: string): string[] {
  return [
    `NAME:${text(name)}`,
    `X-WR-CALNAME:${text(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT12H',
    'X-PUBLISHED-TTL:PT12H',
  ];
}

function linesOf(event: CalendarEvent): string[] {
  return [
    'BEGIN:VEVENT',
    `UID:${text(event.uid)}`,
    `DTSTAMP:${time(event.changedAt)}`,
    `SEQUENCE:${event.sequence}`,
    `DTSTART:${time(event.startsAt)}`,
    `DTEND:${time(event.endsAt)}`,
    `SUMMARY:${text(event.title)}`,
    `DESCRIPTION:${text(event.description)}`,
    `URL:${event.url}`,
    'END:VEVENT',
  ];
}

function text(value: string): string {
  return value.replaceAll(/[\\;,]/g, '\\$&').replaceAll(/\r?\n|\r/g, '\\n');
}

function time(at: Date): string {
  return at.toISOString().replaceAll(/[-:]|\.\d+/g, '');
}

const LINE_BYTES = 75;

/** Continues a long line after a line break and a space (RFC 5545); characters stay whole. */
function fold(line: string): string {
  let bytes = 0;
  let folded = '';
  for (const sign of line) {
    const size = new TextEncoder().encode(sign).length;
    if (bytes + size > LINE_BYTES) {
      folded += '\r\n ';
      bytes = 1;
    }
    folded += sign;
    bytes += size;
  }
  return folded;
}
