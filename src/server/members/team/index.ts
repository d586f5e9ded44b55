export { teamRoutes } from './routes.ts';
export { searchTeam } from './search-team.ts';
