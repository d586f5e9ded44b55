import { domainToASCII } from 'node:url';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isEmail, normaliseEmail } from '#domain/email.ts';
import { shownEmail } from '#server/base/shown-email.ts';

test.each([
  ['a@b.de', 'a@b.de'],
  ['first.last+tag@mail.example.org', 'first.last+tag@mail.example.org'],
  ["o'neill@example.ie", "o'neill@example.ie"],
  [' Ａnna@Example.ORG ', 'anna@example.org'],
  ['анна@почта.рф', 'анна@xn--80a1acny.xn--p1ai'],
  ['анна@XN--80A1ACNY.xn--p1ai', 'анна@xn--80a1acny.xn--p1ai'],
  ['Анна@Почта。РФ', 'анна@xn--80a1acny.xn--p1ai'],
  ['user@mu\u0308nchen.de', 'user@xn--mnchen-3ya.de'],
  ['user@straße.de', 'user@xn--strae-oqa.de'],
  ['user@ﬁne.de', 'user@fine.de'],
  ['user@उदाहरण.भारत', 'user@xn--p1b6ci4b4b3a.xn--h2brj9c'],
  ['user@சிங்கப்பூர்.example', 'user@xn--clchc0ea0b2g2a9gcd.example'],
])('%j is stored as %j', (typed, stored) => {
  expect(normaliseEmail(typed)).toBe(stored);
  expect(normaliseEmail(stored)).toBe(stored);
  expect(isEmail(stored)).toBe(true);
});

const NONE = ['', 'anna', 'anna@', '@example.org', 'anna@example', 'anna@example.', 'anna@.org', 'a b@example.org'];
const SEVERAL = ['a@b@c.org', 'a@b.org, c@d.org', 'anna <a@b.org>', 'a@b.org\r\nBcc: c@d.org', '"a b"@c.org'];
const DOTS = ['.dot@a.org', 'dot.@a.org', 'two..dots@a.org', 'a@two..dots.org', 'a@example.org.'];
const HYPHENS = ['a@-x', 'a@-x.org', 'a@x-.org', 'a@x.-org', 'a@x.org-'];
const LENGTHS = [
  `${'x'.repeat(65)}@a.org`,
  `a@${'x'.repeat(64)}.org`,
  `a@${'ü'.repeat(60)}.org`,
  `a@${'x.'.repeat(126)}org`,
];
const ADDRESSES = ['a@127.0.0.1', 'a@[::1]', 'a@0x7f.1', 'a@１２７.0.0.1', 'a@2130706433', 'a@b.1'];
const URLS = ['a@ex%61mple.org', 'a@b.org/c', 'a@b.org:25', 'a@b.org?c', 'a@b.org#c', 'a@b\\c.org', 'a@x_y.org'];
const HIDDEN = ['\u3164', '\u115F', '\u1160', '\uFFA0', '\u034F', '\u17B4', '\uFE0F', '\u{E0100}', '\u180E', '\u2065'];
const CONTROLS = ['\u200B', '\u202E', '\u0085', '\u00AD', '\u3000', '\u200D', '\uFEFF'];
const invisible = [...HIDDEN, ...CONTROLS].flatMap((sign) => [`an${sign}na@b.org`, `anna@b${sign}b.org`]);

test.each([...NONE, ...SEVERAL, ...DOTS, ...HYPHENS, ...LENGTHS, ...ADDRESSES, ...URLS, ...invisible])(
  '%j is no e-mail',
  (typed) => expect(isEmail(normaliseEmail(typed))).toBe(false),
);

test('a domain with letters is stored as Node converts it and shown in its letters', () => {
  const label = fc.string({
    unit: fc.constantFrom(...'абвяёüßñéçаத்தமிழ்हिंदी漢字かなabc123'),
    minLength: 1,
    maxLength: 12,
  });
  fc.assert(
    fc.property(label, label, (first, second) => {
      const [ascii, typed] = [domainToASCII(`${first}.${second}`), `anna@${first}.${second}`.normalize('NFKC')];
      fc.pre(ascii !== '' && isEmail(`anna@${ascii}`));
      expect(normaliseEmail(typed)).toBe(`anna@${domainToASCII(typed.slice(5))}`);
      expect(normaliseEmail(shownEmail(normaliseEmail(typed)))).toBe(normaliseEmail(typed));
    }),
    { seed: 1 },
  );
});

test.each([
  ['анна@xn--80a1acny.xn--p1ai', 'анна@почта.рф'],
  ['anna@example.org', 'anna@example.org'],
  ['anna@closed.invalid', 'anna@closed.invalid'],
])('%j is shown as %j', (stored, shown) => expect(shownEmail(stored)).toBe(shown));
