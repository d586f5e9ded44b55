export { listTeamMembers } from './list-team.ts';
export { teamRoutes } from './routes.ts';
