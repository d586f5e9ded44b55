/** Whether somebody has the page before them, and so reads what it shows: a browser that only looks ahead does not. */
export function isOpened({ method, headers }: Request): boolean {
  return method === 'GET' && !headers.has('sec-purpose');
}
