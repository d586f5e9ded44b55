export { endAllSessions, endOtherSessions, endOwnSession, endSession } from './end-session.ts';
export { openSession } from './open-session.ts';
export { lastSeenAt, livingSessions, readSession } from './read-session.ts';
export { rotateSession } from './refresh-session.ts';
