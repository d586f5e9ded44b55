import type auth from '../../locales/en/auth.json';
import type common from '../../locales/en/common.json';
import type console from '../../locales/en/console.json';
import type console_content from '../../locales/en/console_content.json';
import type console_members from '../../locales/en/console_members.json';
import type console_money from '../../locales/en/console_money.json';
import type faults from '../../locales/en/faults.json';
import type feed from '../../locales/en/feed.json';
import type finance from '../../locales/en/finance.json';
import type mail from '../../locales/en/mail.json';
import type notices from '../../locales/en/notices.json';
import type partner from '../../locales/en/partner.json';
import type places from '../../locales/en/places.json';
import type profile from '../../locales/en/profile.json';
import type refusals from '../../locales/en/refusals.json';
import type seals from '../../locales/en/seals.json';
import type statements from '../../locales/en/statements.json';
import type support from '../../locales/en/support.json';
import type settings from '../../locales/en/settings.json';
import type team from '../../locales/en/team.json';
import type transactions from '../../locales/en/transactions.json';

type Areas = {
  auth: typeof auth;
  common: typeof common;
  console: typeof console;
  console_content: typeof console_content;
  console_members: typeof console_members;
  console_money: typeof console_money;
  faults: typeof faults;
  feed: typeof feed;
  finance: typeof finance;
  mail: typeof mail;
  notices: typeof notices;
  partner: typeof partner;
  places: typeof places;
  profile: typeof profile;
  refusals: typeof refusals;
  seals: typeof seals;
  statements: typeof statements;
  support: typeof support;
  settings: typeof settings;
  team: typeof team;
  transactions: typeof transactions;
};

type WithoutPlural<Name extends string> =
  Name extends `${infer Stem}_${'zero' | 'one' | 'two' | 'few' | 'many' | 'other'}` ? Stem : Name;

type Leaves<Node> = {
  [Name in keyof Node & string]: Node[Name] extends string ? WithoutPlural<Name> : `${Name}.${Leaves<Node[Name]>}`;
}[keyof Node & string];

/** A misspelt key does not compile. */
export type TextKey = { [Area in keyof Areas]: `${Area}:${Leaves<Areas[Area]>}` }[keyof Areas];
