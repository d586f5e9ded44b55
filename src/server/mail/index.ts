export { ACTIVATION_LINK_SECONDS, EMAIL_LINK_SECONDS, makeActivationLink, waitingEmail } from './links.ts';
export { enqueueActivationEmail, type OwedLetter, oweMail, oweMails, oweMailTo, sweepMails } from './owe-mail.ts';
export { mailboxPostman, type Postman, smtpPostman } from './postman.ts';
export { sendMail } from './send-mail.ts';
