import * as z from 'zod/mini';
import { fault, type FieldFault } from '#domain/field-faults.ts';
import { EMAIL_MAX, isEmail, normaliseEmail } from '#domain/email.ts';
import { normaliseUsername, RESERVED_USERNAMES, USERNAME_PATTERN } from '#domain/identity.ts';
import { brokenPasswordRules, PASSWORD_MAX } from '#domain/password.ts';
import { plainText, TEXT_MAX } from '#domain/plain-text.ts';
import { CODE_MAX, foldCode, isAppCode, isRecoveryCode } from '#domain/second-factor.ts';

export function text(max = TEXT_MAX) {
  return z.string({ error: fault('required') }).check(
    z.maxLength(max, fault('too_long', { max })),
    must((value) => !value.includes('\0'), 'invalid'),
  );
}

export function requiredText(max = TEXT_MAX) {
  return text(max).check(must((value) => value.trim() !== '', 'required'));
}

/** One line; invisible characters are removed. */
export function nameField(max: number) {
  return z.pipe(text(max), z.transform(plainText));
}

export function requiredNameField(max: number) {
  const name = z.pipe(z.transform(plainText), z.string());
  return z.pipe(requiredText(max), name.check(must((value) => value !== '', 'required')));
}

/** Let the rule accept an empty value, so that an empty field reports `required` only. */
export function must(isRight: (value: string) => boolean, code: FieldFault) {
  return z.refine<string>(isRight, fault(code));
}

export const emailField = z.pipe(
  requiredText(EMAIL_MAX),
  z
    .pipe(z.transform(normaliseEmail), z.string())
    .check(must((value) => value === '' || isEmail(value), 'email_invalid')),
);

export const usernameField = z.pipe(
  requiredText(64),
  z.pipe(z.transform(normaliseUsername), z.string()).check(
    must((value) => value === '' || USERNAME_PATTERN.test(value), 'username_pattern'),
    must((value) => !RESERVED_USERNAMES.has(value), 'username_taken'),
  ),
);

export const newPasswordField = requiredText(PASSWORD_MAX).check((context) => {
  if (context.value === '') return;
  for (const rule of brokenPasswordRules(context.value)) {
    context.issues.push({ code: 'custom', message: fault(rule), input: context.value, continue: true });
  }
});

const foldedCode = z.pipe(z.transform(foldCode), z.string());
const isCode = (code: string) => isAppCode(code) || isRecoveryCode(code);

/** App or recovery code. A malformed code is refused before it counts as an attempt. */
export const requiredCodeField = z.pipe(requiredText(CODE_MAX), foldedCode.check(must(isCode, 'code_pattern')));

export const appCodeField = z.pipe(requiredText(CODE_MAX), foldedCode.check(must(isAppCode, 'code_digits')));

export const codeField = z.optional(
  z.pipe(text(CODE_MAX), foldedCode.check(must((code) => code === '' || isCode(code), 'code_pattern'))),
);

export const endOthersField = z.optional(z.boolean({ error: fault('invalid') }));

export function repeats<Name extends string>(original: Name, repeat: Name, code: FieldFault = 'passwords_differ') {
  return z.refine<Partial<Record<Name, unknown>>>(
    (value) => value[repeat] === '' || value[original] === value[repeat],
    {
      path: [repeat],
      error: fault(code),
    },
  );
}

/** An absent or empty value means no filter. */
export function filter<Schema extends z.ZodMiniType>(schema: Schema) {
  const given = z.pipe(
    z.transform((value: unknown) => (value === '' ? undefined : value)),
    z.optional(schema),
  );
  return z.optional(given);
}

export function wholeNumber(from: number, to: number) {
  return z.pipe(
    z.pipe(z.string().check(z.regex(/^\d{1,9}$/, fault('invalid'))), z.transform(Number)),
    z.number().check(z.minimum(from, fault('invalid')), z.maximum(to, fault('invalid'))),
  );
}

/** ALTCHA solution, or `token.answer` of the question in words. */
export const botCheckField = requiredText(4096);

export function pageFields(limitMax: number, cursorMax = 128) {
  return { cursor: filter(text(cursorMax)), limit: filter(wholeNumber(1, limitMax)) };
}

export function pageOf<Item extends z.ZodMiniType>(item: Item) {
  return { items: z.array(item), next: z.nullable(z.string()) };
}
