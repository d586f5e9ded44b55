export { sendingChange } from './announcement-action.ts';
export { list as listAnnouncements } from './announcement-list.ts';
export { list as listMembers } from './members.ts';
export { list as listPosts } from './post-list.ts';
export { consoleRoutes } from './routes.ts';
export { page as listSupport } from './support.ts';
export { list as listTransactions } from './transactions.ts';
export { list as listWithdrawals } from './withdrawals.ts';
export { doWork, sweepWork } from './work.ts';
