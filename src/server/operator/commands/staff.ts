import { eq } from 'drizzle-orm';
import { emailField } from '#contracts/fields.ts';
import { plainText } from '#domain/plain-text.ts';
import { CONSOLE_LANGUAGES, STAFF_ROLES } from '#domain/staff.ts';
import type { Db } from '#server/db/connect.ts';
import { type Staff, staff } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import { addJobs } from '#server/jobs/add-job.ts';
import {
  hasAccess,
  insertStaff,
  isLastOwner,
  listPeople,
  lockOwners,
  makeInvitation,
  recordGrant,
  removeAccess,
  withdrawAccess,
} from '#server/operator/staff/index.ts';
import { shownEmail } from '#server/base/shown-email.ts';
import type { Command, Orders, Outcome } from '#server/operator/cli/command.ts';
import { listOutcome } from '#server/operator/cli/list.ts';

const NOBODY = 0;

export const listStaff: Command = {
  kind: 'reads',
  name: 'staff list',
  usage: 'staff list',
  about: 'Everybody who works at the console, with role and state',
  async run(services) {
    return listOutcome(await listPeople(services, NOBODY), {
      line: ({ email, name, role, state }) => [email.padEnd(40), role.padEnd(16), state.padEnd(8), name].join(' '),
      item: ({ email, name, role, state, passkeys }) => ({ email, name, role, state, passkeys }),
      none: 'Nobody works at the console. Add an owner with: staff add',
    });
  },
};

/** Adds the first owner; owners can invite others at the console. */
export const addStaff: Command = {
  kind: 'changes',
  name: 'staff add',
  usage: `staff add --email ADDRESS --name TEXT --role ROLE [--language LANGUAGE] [--print-link] --why TEXT`,
  about: `Invites somebody to the console by email, or prints the link; roles: ${STAFF_ROLES.join(', ')}; languages: ${CONSOLE_LANGUAGES.join(', ')}`,
  async run(services, { options }, tx) {
    const input = readPerson(options);
    if ('refused' in input) return input;
    const added = await insertStaff(tx, services, { ...input, invitedBy: null });
    if (!added) return { refused: `${shownEmail(input.email)} already works at the console.` };
    await recordGrant(tx, services, added, { action: 'staff add', by: null });
    return sendOrPrintLink(services, tx, added, options);
  },
};

export const inviteStaffAgain: Command = {
  kind: 'changes',
  name: 'staff invite-again',
  usage: 'staff invite-again EMAIL [--print-link] --why TEXT',
  about: 'Takes password, second factor, passkeys and sessions away and sends a new link, as for a lost phone',
  async run(services, { words, options }, tx) {
    const person = await lockStaff(tx, words);
    if (!person) return { refused: nobody(words) };
    await withdrawAccess(tx, services, person.id);
    await recordGrant(tx, services, person, { action: 'staff invite-again', by: null });
    return sendOrPrintLink(services, tx, person, options);
  },
};

export const setStaffRole: Command = {
  kind: 'changes',
  name: 'staff role',
  usage: 'staff role EMAIL ROLE [--last-owner] --why TEXT',
  about: `Gives somebody another role: ${STAFF_ROLES.join(', ')}; the last owner’s only with --last-owner`,
  async run(services, { words, options }, tx) {
    const role = STAFF_ROLES.find((candidate) => candidate === words[1]);
    if (!role) return { refused: `There is no role “${words[1] ?? ''}”. Choose one of: ${STAFF_ROLES.join(', ')}.` };
    const person = await lockStaff(tx, words);
    if (!person) return { refused: nobody(words) };
    if (role !== 'owner' && (await leavesNoOwner(tx, person, options))) return { refused: lastOwner(person) };
    await tx.update(staff).set({ role }).where(eq(staff.id, person.id));
    const { email, role: before } = person;
    await recordGrant(tx, services, { ...person, role }, { action: 'staff role', before, by: null });
    return {
      words: `${shownEmail(email)} was ${before} and is now ${role}.`,
      data: { email, before, role },
      ...{ subject: `staff:${email}`, before: { role: before }, after: { role } },
    };
  },
};

export const disableStaff = switchCommand(
  'disable',
  ' [--last-owner]',
  'Takes somebody’s access to the console away, with all their sessions; the last owner’s only with --last-owner',
);
export const enableStaff = switchCommand('enable', '', 'Gives somebody back the access that was taken away');

function switchCommand(verb: 'disable' | 'enable', flags: string, about: string): Command {
  return {
    kind: 'changes',
    name: `staff ${verb}`,
    usage: `staff ${verb} EMAIL${flags} --why TEXT`,
    about,
    async run(services, { words, options }, tx) {
      const person = await lockStaff(tx, words);
      if (!person) return { refused: nobody(words) };
      const { email } = person;
      const isOff = person.disabledAt !== null;
      if (isOff === (verb === 'disable'))
        return { refused: `${shownEmail(email)} already has ${isOff ? 'no access' : 'access'}.` };
      if (verb === 'disable' && (await leavesNoOwner(tx, person, options))) return { refused: lastOwner(person) };
      if (verb === 'disable') await removeAccess(tx, services, person.id);
      else {
        await tx.update(staff).set({ disabledAt: null }).where(eq(staff.id, person.id));
        await recordGrant(tx, services, person, { action: 'staff enable', by: null });
      }
      return {
        words: `${shownEmail(email)} ${verb === 'disable' ? 'has no access any more' : 'has access again'}.`,
        data: { email },
        subject: `staff:${email}`,
        before: { access: isOff ? 'off' : 'on' },
        after: { access: isOff ? 'on' : 'off' },
      };
    },
  };
}

/** The console can't restore access without an owner, so `--last-owner` must confirm it. */
async function leavesNoOwner(tx: Db, person: Staff, options: Orders['options']): Promise<boolean> {
  if (options['last-owner'] !== undefined || person.role !== 'owner' || !hasAccess(person)) return false;
  return isLastOwner(tx, person);
}

function lastOwner({ email }: Staff): string {
  return `${shownEmail(email)} is the last owner with access: nobody at the console could undo this. Add another owner first, or say --last-owner.`;
}

async function lockStaff(tx: Db, [typed = '']: Orders['words']): Promise<Staff | undefined> {
  const email = emailField.safeParse(typed);
  if (!email.success) return undefined;
  await lockOwners(tx);
  const [person] = await tx.select().from(staff).where(eq(staff.email, email.data)).for('update');
  return person;
}

function nobody([typed = '']: Orders['words']): string {
  return `Nobody with the email “${typed}” works at the console.`;
}

type NewPerson = Pick<Staff, 'email' | 'name' | 'role' | 'language'>;

function readPerson(options: Orders['options']): NewPerson | { refused: string } {
  const email = emailField.safeParse(options['email'] ?? '');
  if (!email.success) return { refused: 'Give an --email like name@example.org.' };
  const name = plainText(options['name'] ?? '').slice(0, 80);
  if (!name) return { refused: 'Give a --name.' };
  const role = STAFF_ROLES.find((candidate) => candidate === options['role']);
  if (!role) return { refused: `Give a --role: ${STAFF_ROLES.join(', ')}.` };
  const language = CONSOLE_LANGUAGES.find((candidate) => candidate === (options['language'] ?? 'en'));
  if (!language) return { refused: `The console speaks ${CONSOLE_LANGUAGES.join(' and ')}.` };
  return { email: email.data, name, role, language };
}

async function sendOrPrintLink(
  services: Services,
  tx: Db,
  person: Staff,
  options: Orders['options'],
): Promise<Outcome> {
  const { id, email, role } = person;
  if (options['print-link'] !== undefined) {
    const secret = await makeInvitation(tx, services, person);
    return {
      words: `Anyone with this link can set up the access of ${shownEmail(email)} for three days:`,
      secret,
      ...{ data: { email, role }, subject: `staff:${email}`, after: { role } },
    };
  }
  await addJobs(tx, 'invite-staff', [{ staffId: id }]);
  return {
    words: `The running app emails ${shownEmail(email)} a link to set up their access, valid for three days.`,
    ...{ data: { email, role }, subject: `staff:${email}`, after: { role } },
  };
}
