/** An event as calendars keep it: known by its `uid`, the newest by its `sequence`. */
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

/** A file with one event, as calendars take it in (RFC 5545). `maker` names the program that wrote it. */
export function calendarFile(maker: string, event: CalendarEvent): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${text(maker)}//EN`,
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
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join('');
}

function text(value: string): string {
  return value.replaceAll(/[\\;,]/g, '\\$&').replaceAll(/\r?\n|\r/g, '\\n');
}

function time(at: Date): string {
  return at.toISOString().replaceAll(/[-:]|\.\d+/g, '');
}

const LINE_BYTES = 75;

/** A line goes on behind a line break and a space; letters of several bytes stay whole. */
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
