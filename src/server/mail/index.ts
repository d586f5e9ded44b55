export { oweMail } from './owe-mail.ts';
export { mailboxPostman, type Postman, smtpPostman } from './postman.ts';
export { sendMail } from './send-mail.ts';
