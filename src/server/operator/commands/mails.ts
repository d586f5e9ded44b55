import { isRefused } from '#domain/refusals.ts';
import { isUuid } from '#domain/uuid.ts';
import { nameOnMail, sendAgain } from '#server/mail/index.ts';
import type { Command } from '#server/operator/cli/command.ts';

export const sendMailAgain: Command = {
  kind: 'changes',
  name: 'mails send-again',
  usage: 'mails send-again ID [--even-if-sent] --why TEXT',
  about: 'Sends a waiting email now, from its first attempt on; one that was sent only with --even-if-sent',
  async run(services, { words: [id = ''], options }, tx) {
    const notFound = { refused: `There is no email “${id}”.` };
    if (!isUuid(id)) return notFound;
    const result = await sendAgain(tx, services, id, { evenIfSent: options['even-if-sent'] !== undefined });
    if (!isRefused(result)) {
      const { mail, wasSent } = result;
      return {
        words: `The email ${mail.id} (${mail.kind}) goes out now.`,
        ...{ data: { id: mail.id, was_sent: wasSent }, subject: `member:${await nameOnMail(tx, mail)}` },
        after: { kind: mail.kind, mail: mail.id, was_sent: wasSent },
      };
    }
    if (result.refused === 'not_found') return notFound;
    return {
      refused:
        result.refused === 'mail_sent'
          ? 'It was sent. Send it once more with --even-if-sent.'
          : 'It can’t be sent any more: what it was about is over.',
    };
  },
};
