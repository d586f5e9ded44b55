import ICAL from 'ical.js';
import { expect, test } from 'vitest';
import { calendarFile, type CalendarEvent } from '#domain/calendar-file.ts';

const event: CalendarEvent = {
  uid: 'a1@atrium.example',
  sequence: 2,
  changedAt: new Date('2026-11-18T09:00:00.123Z'),
  startsAt: new Date('2026-11-24T16:00:00Z'),
  endsAt: new Date('2026-11-24T17:30:00Z'),
  title: 'Webinar',
  description: 'Text',
  url: 'https://atrium.example/en/dashboard/feed/a1',
};

function opened(file: string) {
  const calendar = new ICAL.Component(ICAL.parse(file));
  return { calendar, event: new ICAL.Event(calendar.getFirstSubcomponent('vevent')!) };
}

test('a calendar reads what was written', () => {
  const { calendar, event: read } = opened(calendarFile('Atrium//Feed', [event]));
  expect(calendar.getFirstPropertyValue('version')).toBe('2.0');
  expect(calendar.getFirstPropertyValue('prodid')).toBe('-//Atrium//Feed//EN');
  expect([read.uid, read.sequence, read.summary, read.description]).toEqual([event.uid, 2, 'Webinar', 'Text']);
  expect([read.startDate, read.endDate].map((time) => time.toJSDate())).toEqual([event.startsAt, event.endsAt]);
  expect(read.startDate.zone.tzid).toBe('UTC');
  expect(read.component.getFirstPropertyValue('dtstamp')?.toString()).toBe('2026-11-18T09:00:00Z');
  expect(read.component.getFirstPropertyValue('url')).toBe(event.url);
});

test('a calendar to subscribe to has a name and is asked for again twice a day', () => {
  const { calendar } = opened(calendarFile('Atrium', [event], 'Webinars, in English'));
  for (const name of ['name', 'x-wr-calname']) {
    expect(calendar.getFirstPropertyValue(name)?.toString()).toContain('Webinars');
  }
  for (const name of ['refresh-interval', 'x-published-ttl']) {
    expect(calendar.getFirstPropertyValue(name)?.toString()).toBe('PT12H');
  }
  const single = opened(calendarFile('Atrium', [event])).calendar;
  expect(single.getFirstPropertyValue('name')).toBeNull();
});

test('no line is cut that is short enough', () => {
  const lines = calendarFile('Atrium', [{ ...event, title: 'x'.repeat(67) }]).split('\r\n');
  expect(lines).toContain(`SUMMARY:${'x'.repeat(67)}`);
  expect(lines.filter((line) => line.startsWith(' '))).toEqual([]);
});

test.each([
  'வெபினார்: '.repeat(40),
  'संरचना कैसे पढ़ें? '.repeat(30),
  '😀'.repeat(100),
  'x'.repeat(500),
  'Как читать; структуру, мест: \\n линии\nпереходы\r\nEND:VEVENT\nBEGIN:VALARM',
  '',
])('lines are short and whole, and say the same: %s', (words) => {
  const file = calendarFile('Atrium', [{ ...event, title: words, description: words }]);
  const lines = file.split('\r\n');
  expect(lines.at(-1)).toBe('');
  for (const line of lines) {
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    expect(line).not.toMatch(/[\r\n\uFFFD]/);
    expect(line.isWellFormed()).toBe(true);
  }
  const { calendar, event: read } = opened(file);
  expect([read.summary, read.description]).toEqual(Array(2).fill(words.replace('\r\n', '\n')));
  expect(calendar.getAllSubcomponents()).toHaveLength(1);
  expect(read.component.getAllSubcomponents()).toHaveLength(0);
});
