import { expect, test } from 'vitest';
import { contactLinks } from '#domain/contact-links.ts';

const hrefs = (contacts: { telegram?: string; phone?: string; other?: string }) =>
  contactLinks({ telegram: '', phone: '', other: '', ...contacts }, 'Hi, ä & b?').map(({ href }) => href);
const DRAFT = 'Hi%2C%20%C3%A4%20%26%20b%3F';

test.each(['@marie_d', 'marie_d', 't.me/marie_d', 'https://t.me/marie_d/', ' HTTP://T.ME/marie_d '])(
  'Telegram opens the account of “%s” with the draft',
  (telegram) => {
    expect(hrefs({ telegram })).toEqual([`https://t.me/marie_d?text=${DRAFT}`]);
  },
);

test.each(['+33 6 12 34 56 78', '0033 (6) 12.34-56-78'])('WhatsApp opens the number “%s” with the draft', (phone) => {
  expect(hrefs({ phone })).toEqual([`https://wa.me/33612345678?text=${DRAFT}`]);
});

test('an email address opens an email with the draft', () => {
  expect(hrefs({ other: ' Marie+x@Mail.Example ' })).toEqual([`mailto:marie%2Bx@mail.example?body=${DRAFT}`]);
});

test.each([
  { telegram: 'javascript:alert(1)' },
  { telegram: '@a?text=x' },
  { telegram: 'https://evil.example/t.me/marie' },
  { phone: '06 12 34 56 78' },
  { phone: '+1?x=1' },
  { phone: 'call me' },
  { other: 'a@b.example?bcc=c@d.example' },
  { other: 'Signal, in the evening' },
  {},
])('there is no link for %j', (contacts) => {
  expect(hrefs(contacts)).toEqual([]);
});
