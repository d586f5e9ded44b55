import pg from 'pg';

/** Pending queries get connection errors; without the listener they would end the process. */
export function newClient(config: pg.ClientConfig): pg.Client {
  const client = new pg.Client(config);
  client.on('error', () => {});
  return client;
}
