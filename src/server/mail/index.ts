export { ACTIVATION_LINK_SECONDS, EMAIL_LINK_SECONDS, findPendingEmail, makeActivationLink } from './links.ts';
export { emailPage } from './email-page.ts';
export { readEmailsOffToken } from './emails-off-link.ts';
export {
  enqueueActivationEmail,
  type QueuedEmail,
  enqueueEmail,
  enqueueEmails,
  enqueueEmailTo,
  sweepMails,
} from './enqueue-email.ts';
export { greetMailServer, mailboxMailer, type Mailer, smtpMailer } from './mailer.ts';
export { nameOnMail, sendAgain } from './send-again.ts';
export { sendMail } from './send-mail.ts';
