export { ACTIVATION_LINK_SECONDS, makeActivationLink } from './activation-link.ts';
export { EMAIL_LINK_SECONDS, waitingEmail } from './email-link.ts';
export { enqueueActivationEmail, oweMail, oweMails, oweMailTo, type OwedLetter } from './owe-mail.ts';
export { mailboxPostman, type Postman, smtpPostman } from './postman.ts';
export { sendMail } from './send-mail.ts';
export { sweepMails } from './sweep-mails.ts';
