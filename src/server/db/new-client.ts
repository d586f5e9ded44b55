import pg from 'pg';

/**
 * A connection of one's own, not yet open. When it breaks, whoever waits for an answer gets the error; unheard, it would
 * end the process.
 */
export function newClient(config: pg.ClientConfig): pg.Client {
  const client = new pg.Client(config);
  client.on('error', () => {});
  return client;
}
