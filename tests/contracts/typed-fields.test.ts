import { expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { consoleContracts } from '#contracts/console/index.ts';
import { contracts } from '#contracts/index.ts';

type Field = { place: string; schema: z.ZodMiniType };

/** Input fields of this name, including nested ones. */
function fieldsNamed(...names: string[]): Field[] {
  const fields = [...contracts, ...consoleContracts].flatMap(({ path, input }) => fieldsIn(path, input));
  return fields.filter(({ place }) => names.includes(place.split('.').at(-1)!));
}

function fieldsIn(place: string, schema: z.ZodMiniType): Field[] {
  const shape = (schema as Partial<z.ZodMiniObject>).shape;
  if (!shape) return [{ place, schema }];
  return Object.entries(shape).flatMap(([name, field]) => fieldsIn(`${place}.${name}`, field as z.ZodMiniType));
}

const outcome = ({ schema }: Field, typed: string) => {
  const parsed = schema.safeParse(typed);
  return parsed.success ? parsed.data : parsed.error.issues.map(({ message }) => message);
};

test('every code may be typed with signs between and digits of any script, and what can’t be one is refused', () => {
  const codes = fieldsNamed('code');
  expect(codes.length).toBeGreaterThan(12);
  for (const code of codes) {
    for (const typed of ['123456', '123 456', '123-456', '123·456', '12\u200B3456', '१२३४५६']) {
      expect(outcome(code, typed), code.place).toBe('123456');
    }
    for (const typed of ['12345', '1234567', 'abcdef', '7K2M-0XQ1-93H']) {
      expect(outcome(code, typed), code.place).toEqual([expect.stringMatching(/^code_(pattern|digits)$/)]);
    }
  }
});

test('every e-mail is taken in its stored form', () => {
  const emails = fieldsNamed('email');
  expect(emails.length).toBeGreaterThan(4);
  for (const email of emails) {
    for (const typed of [' Анна@Почта.РФ ', 'анна@xn--80a1acny.xn--p1ai']) {
      expect(outcome(email, typed), email.place).toBe('анна@xn--80a1acny.xn--p1ai');
    }
    for (const typed of ['.dot@a.de', 'a@-x', 'a\u3164@b.de', 'a@127.0.0.1']) {
      expect(outcome(email, typed), email.place).toEqual(['email_invalid']);
    }
  }
});

test('names, contacts and what passkeys are called hold nothing that can’t be seen', () => {
  const names = fieldsNamed('name', 'telegram', 'phone', 'other');
  expect(names.length).toBeGreaterThan(7);
  for (const name of names) {
    expect(outcome(name, ' An\u3164\u200Bna \u202E\u00A0 B '), name.place).toBe('Anna B');
    expect(outcome(name, '\u3164\u115F'), name.place).toSatisfy((read) => read === '' || String(read) === 'required');
  }
});

test('an amount is strict on the wire, however generous the forms are', () => {
  const amounts = fieldsNamed('amount', 'price');
  expect(amounts.length).toBeGreaterThan(1);
  for (const amount of amounts.filter(({ place }) => !place.startsWith('/api/webhooks/'))) {
    expect(amount.schema.safeParse('1250.50').success, amount.place).toBe(true);
    for (const typed of ['1250,50', '1 250', '1,250', '1,00,000', '१२', ' 12']) {
      expect(amount.schema.safeParse(typed).success, `${amount.place}: ${typed}`).toBe(false);
    }
  }
});

test('a PIN is four ASCII digits on the wire', () => {
  for (const pin of fieldsNamed('pin').filter(({ place }) => place.startsWith('/api/'))) {
    expect(outcome(pin, '4826'), pin.place).toBe('4826');
    for (const typed of ['४८२६', '4 826', '482\u200B6']) expect(outcome(pin, typed), pin.place).toEqual(['pin_digits']);
  }
});
