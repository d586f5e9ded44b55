export { listEvents } from './list-events.ts';
export { logSecurity } from './log-security.ts';
