export { type Announcement, beginSending, isComplete, lockAnnouncement, stopSending } from './begin-sending.ts';
export { countRecipients } from './segment.ts';
export { sendAnnouncement, sweepAnnouncements } from './send-announcement.ts';
