import { hostname } from 'node:os';
import { emailField, usernameField } from '#contracts/fields.ts';
import { isLanguage, LANGUAGES } from '#domain/languages.ts';
import { isThisMachine } from '#server/base/config.ts';
import { SETTINGS } from '#server/base/config-settings.ts';

export type Answers = Partial<Record<Flag, string>>;
export type Flag = (typeof QUESTIONS)[number]['flag'];

type InitQuestion = {
  flag: string;
  variable?: string;
  about: string;
  preset?: (answers: Record<string, string | undefined>) => string;
  isSecret?: true;
};

export const QUESTIONS = [
  {
    flag: 'origin',
    variable: 'PUBLIC_ORIGIN',
    about: 'Public address of the site',
    preset: () => `https://${hostname()}`,
  },
  { flag: 'product-name', variable: 'PRODUCT_NAME', about: 'Name of the product', preset: () => 'Atrium' },
  { flag: 'time-zone', variable: 'TIME_ZONE', about: 'Time zone in which days begin', preset: () => 'Europe/Moscow' },
  {
    flag: 'database-url',
    variable: 'DATABASE_URL',
    about: 'PostgreSQL 15 or later, as postgresql://user:password@host/database',
    preset: () => 'postgresql://atrium@localhost/atrium',
    isSecret: true,
  },
  {
    flag: 'smtp-url',
    variable: 'SMTP_URL',
    about: 'Mail server, as smtps://user:password@host',
    preset: () => 'smtp://localhost:25',
    isSecret: true,
  },
  {
    flag: 'mail-from',
    variable: 'MAIL_FROM',
    about: 'Sender of e-mails',
    preset: (answers) =>
      `${answers['product-name']} <no-reply@${URL.canParse(answers['origin'] ?? '') ? new URL(answers['origin'] ?? '').hostname : 'localhost'}>`,
  },
  { flag: 'node-url', variable: 'QPAYMENTS_URL', about: 'QPayments service of the member node' },
  { flag: 'node-secret', variable: 'QPAYMENTS_SECRET', about: 'Secret shared with the node', isSecret: true },
  { flag: 'username', about: 'Username of the first member', preset: () => 'top' },
  { flag: 'email', about: 'E-mail address of the first member' },
  { flag: 'name', about: 'Name of the first member', preset: () => '' },
  { flag: 'language', about: 'Language of the first member', preset: () => 'en' },
] as const satisfies readonly InitQuestion[];

export function faultOf(
  { flag, variable }: Pick<InitQuestion, 'flag' | 'variable'>,
  answer: string,
): string | undefined {
  if (flag === 'username' && !usernameField.safeParse(answer).success) {
    return 'is not 3 to 32 Latin letters, digits, dots, hyphens or underscores';
  }
  if (flag === 'email' && !emailField.safeParse(answer).success) return 'is not an address like name@example.org';
  if (flag === 'language' && !isLanguage(answer)) {
    return `is none of ${LANGUAGES.map(({ segment }) => segment).join(', ')}`;
  }
  if (!variable) return undefined;
  if (answer === '') return 'is needed';
  if (flag === 'database-url' && !/^postgres(ql)?:\/\//.test(answer)) return 'does not begin with postgresql://';
  if (flag === 'smtp-url' && !/^smtps?:\/\//.test(answer)) return 'does not begin with smtp:// or smtps://';
  if (flag === 'origin' && !/^https?:\/\/[^/]+\/?$/.test(answer)) return 'is not like https://members.example.org';
  if (flag === 'origin' && !answer.startsWith('https:') && !isThisMachine(answer.replace(/\/$/, '')))
    return 'must begin with https://';
  const parsed = SETTINGS.find(({ name }) => name === variable)?.parser.safeParse(answer);
  return parsed?.error ? `is not right: ${parsed.error.issues[0]?.message}` : undefined;
}
