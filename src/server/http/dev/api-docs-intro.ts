import { html } from 'hono/html';

/** From nothing to the balance of a member, in three commands. */
export function firstCall({ publicOrigin }: { publicOrigin: string }) {
  const question = `curl '${publicOrigin}/api/auth/bot-check/?only=question'`;
  const signIn = [
    `curl ${publicOrigin}/api/auth/sign-in/ -H 'Content-Type: application/json' \\`,
    `  -d '{"login":"anna","password":"…","bot_check":"TOKEN.ANSWER"}'`,
  ].join('\n');
  const balance = `curl ${publicOrigin}/api/finance/balance/ -H 'Authorization: Bearer ACCESS'`;
  return html`<section aria-labelledby="token">
    <h2 id="token">Get a token, read your balance</h2>
    <ol>
      <li>
        Ask for a question. The answer has a <code>token</code> and the question in words.
        <pre>${question}</pre>
      </li>
      <li>
        Sign in. Write the token, a dot and the answer into <code>bot_check</code>. The response has
        <code>access</code>, valid for a quarter of an hour, and <code>refresh</code>, which
        <a href="#refreshSession">gives the next pair</a>. With a second factor it has <code>pending</code>, and
        <a href="#signInByCode">signInByCode</a> completes the sign-in.
        <pre>${signIn}</pre>
      </li>
      <li>
        Call the API with the access token.
        <pre>${balance}</pre>
      </li>
    </ol>
  </section>`;
}

export function rules() {
  return html`<section aria-labelledby="rules">
    <h2 id="rules">Rules of every call</h2>
    <dl>
      <dt>Errors</dt>
      <dd>
        A refusal is JSON: a <code>code</code> from a closed list, a sentence in the language of
        <code>Accept-Language</code>, and faults by field. <code>Retry-After</code> says when to try again.
      </dd>
      <dt>Idempotency</dt>
      <dd>
        A call with the header <code>ETag</code> takes effect once for each key. Send the same key again after a lost
        connection: the answer is the same.
      </dd>
      <dt>Paging</dt>
      <dd>
        A list has <code>items</code> and <code>next</code>. Send <code>next</code> as <code>cursor</code> until it is
        <code>null</code>.
      </dd>
      <dt>Amounts and times</dt>
      <dd>Amounts are strings with a decimal point. Times are ISO 8601 in UTC.</dd>
    </dl>
  </section>`;
}
