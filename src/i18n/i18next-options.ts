import { DEFAULT_LANGUAGE, LANGUAGES } from '#domain/languages.ts';

const AREAS = [
  'auth',
  'common',
  'console',
  'console_content',
  'console_members',
  'console_money',
  'faults',
  'feed',
  'finance',
  'mail',
  'notices',
  'partner',
  'places',
  'profile',
  'refusals',
  'seals',
  'statements',
  'support',
  'settings',
  'team',
  'transactions',
];
const TAGS = LANGUAGES.map(({ tag }) => tag);

export const i18nextOptions = {
  supportedLngs: TAGS,
  preload: TAGS,
  ns: AREAS,
  defaultNS: 'common',
  fallbackLng: false as const,
  returnNull: false,
  initImmediate: false,
  interpolation: { escapeValue: false },
  backend: { loadPath: './locales/{{lng}}/{{ns}}.json' },
};

/** For astro-i18next, which starts i18next in pages. */
export const astroI18next = {
  defaultLocale: DEFAULT_LANGUAGE,
  locales: [...TAGS],
  namespaces: AREAS,
  defaultNamespace: 'common',
  load: ['server'],
  i18nextServer: i18nextOptions,
};
