import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { emailField, usernameField } from '#contracts/fields.ts';
import type { SiteLanguages } from '#domain/languages.ts';
import { plainText } from '#domain/plain-text.ts';
import { insertSignUp } from '#server/members/auth/index.ts';
import type { Db } from '#server/db/connect.ts';
import { type Member, members, type SignUp } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import { lockMember } from '#server/operator/members/index.ts';
import { enqueueActivationEmail, makeActivationLink } from '#server/mail/index.ts';
import { shownEmail } from '#server/base/shown-email.ts';
import type { ChangingCommand, Outcome } from '#server/operator/cli/command.ts';

type NewMember = Pick<SignUp, 'username' | 'email' | 'name' | 'language'> & { inviter: Member | undefined };

/** Needs no inviter, unlike sign-up, so it can create the first member. */
export const addMember: ChangingCommand = {
  kind: 'changes',
  name: 'members add',
  usage:
    'members add --username NAME --email ADDRESS [--name TEXT] [--inviter USERNAME] [--language LANGUAGE] [--print-link] --why TEXT',
  about:
    'Creates an account and emails its owner a link to set a password, or prints the link. Without an inviter it is the top of a new tree',
  async run(services, { options }, tx) {
    const input = await readOptions(tx, options, services.config.languages);
    if ('refused' in input) return input;
    const { inviter, ...fields } = input;
    const [owner] = await tx.select().from(members).where(eq(members.email, fields.email));
    if (owner) return { refused: `${shownEmail(fields.email)} already belongs to ${owner.username}.` };
    const signUp = await insertSignUp(tx, services, {
      id: randomUUID(),
      ...fields,
      passwordHash: null,
      inviterId: inviter?.id ?? null,
      refCode: inviter?.refCode ?? null,
      via: 'operator',
    });
    if (!signUp) return { refused: `The username “${fields.username}” is taken.` };
    return options['print-link'] ? printLink(tx, services, signUp) : mailLink(tx, services, signUp);
  },
};

async function readOptions(
  tx: Db,
  options: Record<string, string>,
  { offered, fallback }: SiteLanguages,
): Promise<NewMember | { refused: string }> {
  const username = usernameField.safeParse(options['username'] ?? '');
  if (!username.success) {
    return { refused: 'Give a --username of 3 to 32 Latin letters, digits, dots, hyphens or underscores.' };
  }
  const email = emailField.safeParse(options['email'] ?? '');
  if (!email.success) return { refused: 'Give an --email like name@example.org.' };
  const chosen = options['language'] ?? fallback;
  const language = offered.find((one) => one === chosen);
  if (!language)
    return {
      refused: `There is no language “${chosen}”. Choose: ${offered.join(', ')}.`,
    };
  const inviter = options['inviter'] === undefined ? undefined : await lockMember(tx, options['inviter']);
  if (options['inviter'] !== undefined && (!inviter || inviter.blockedAt)) {
    return { refused: `There is no member “${options['inviter']}” who could invite.` };
  }
  const name = plainText(options['name'] ?? '') || null;
  return { username: username.data, email: email.data, name, language, inviter };
}

async function mailLink(tx: Db, services: Services, signUp: SignUp): Promise<Outcome> {
  await enqueueActivationEmail(tx, services, signUp);
  const { username, email } = signUp;
  return {
    words: `The account ${username} is created. The running app emails ${shownEmail(email)} a link to set a password, valid for 24 hours.`,
    data: { username, email },
    subject: `member:${username}`,
  };
}

async function printLink(tx: Db, services: Services, signUp: SignUp): Promise<Outcome> {
  const link = await makeActivationLink(tx, services, signUp);
  const { username, email } = signUp;
  return {
    words: `The account ${username} is created. Anyone with this link can set its password for 24 hours:`,
    secret: link,
    data: { username, email },
    subject: `member:${username}`,
  };
}
