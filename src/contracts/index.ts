import * as accruals from './accruals.ts';
import * as auth from './auth.ts';
import * as consents from './consents.ts';
import * as data from './data.ts';
import * as destinations from './destinations.ts';
import * as disclosure from './disclosure.ts';
import * as earnings from './earnings.ts';
import * as events from './events.ts';
import * as feed from './feed.ts';
import * as finance from './finance.ts';
import * as find from './find.ts';
import * as legal from './legal.ts';
import * as notices from './notices.ts';
import { operationsOf } from './operations.ts';
import * as partner from './partner.ts';
import * as passkeys from './passkeys.ts';
import * as photo from './photo.ts';
import * as places from './places.ts';
import * as profile from './profile.ts';
import * as seals from './seals.ts';
import * as secondFactor from './second-factor.ts';
import * as settings from './settings.ts';
import * as statements from './statements.ts';
import * as support from './support.ts';
import * as team from './team.ts';
import * as transactions from './transactions.ts';
import * as transparency from './transparency.ts';

export const areas = [
  { name: 'auth', about: 'Sign up, sign in, sign out, and the links in e-mails.', file: auth },
  { name: 'second-factor', about: 'Codes of an authenticator app, recovery codes, security log.', file: secondFactor },
  { name: 'passkeys', about: 'Add and remove passkeys, and sign in with one.', file: passkeys },
  { name: 'profile', about: 'The signed-in member and their newest registrations.', file: profile },
  { name: 'settings', about: 'Name, e-mail, contacts, password and sessions.', file: settings },
  { name: 'photo', about: 'The photo of a member.', file: photo },
  { name: 'finance', about: 'Balance, history, PIN and withdrawals.', file: finance },
  { name: 'earnings', about: 'What a member earned, by month.', file: earnings },
  { name: 'destinations', about: 'Saved addresses for withdrawals, and pausing withdrawals.', file: destinations },
  { name: 'places', about: 'Boards of licence places, and requests for a place.', file: places },
  { name: 'transactions', about: 'Payments for places.', file: transactions },
  { name: 'team', about: 'The members below a member.', file: team },
  { name: 'partner', about: 'The public page of a member.', file: partner },
  { name: 'disclosure', about: 'What members have earned, for everybody.', file: disclosure },
  { name: 'transparency', about: 'Money in and out by month, for everybody.', file: transparency },
  { name: 'seals', about: 'Daily seals of all balances, and a member’s proof.', file: seals },
  { name: 'statements', about: 'Monthly statements, and checking one by its number.', file: statements },
  { name: 'legal', about: 'Terms, privacy policy and other legal documents, for everybody.', file: legal },
  { name: 'consents', about: 'What guests and members agree to.', file: consents },
  { name: 'feed', about: 'News and webinars.', file: feed },
  { name: 'find', about: 'One search over a member’s team, transactions and posts.', file: find },
  { name: 'notices', about: 'Notifications, and which e-mails a member gets.', file: notices },
  { name: 'events', about: 'Changes as a stream, or by polling.', file: events },
  { name: 'support', about: 'Requests to support and their answers.', file: support },
  { name: 'data', about: 'Export of a member’s data, and closing the account.', file: data },
  { name: 'accruals', about: 'Earnings, posted by the operator’s systems.', file: accruals },
] as const;

/** The API serves exactly these; the OpenAPI document is made from them. */
export const contracts = operationsOf(areas).map(({ contract }) => contract);
