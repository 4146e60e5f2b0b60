// An OpenID Connect provider made with oidc-provider, on a port of loopback: node server.mjs PORT REDIRECT_URI (port 0: a free one).
// It prints its issuer and ends when its standard input does. Its one client is "assay" with the secret "secret-of-the-client".
//
// Its login form takes any name; the person it stands for follows from the name: NAME@example.com, confirmed, called "Name of NAME".
// A name that begins with "unconfirmed" has an address that is not, one with "nameless" no name and no address. "deny" turns back.
import { createServer } from 'node:http';
import { Provider } from 'oidc-provider';

const [port, redirect] = [Number(process.argv[2]), process.argv[3]];

const account = (id) => ({
  accountId: id,
  claims: () =>
    id.startsWith('nameless')
      ? { sub: id }
      : { sub: id, email: `${id}@Example.com`, email_verified: !id.startsWith('unconfirmed'), name: `Name of ${id}` },
});

const make = (issuer) => {
  const provider = new Provider(issuer, {
    clients: [{ client_id: 'assay', client_secret: 'secret-of-the-client', redirect_uris: [redirect], grant_types: ['authorization_code'], response_types: ['code'] }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    scopes: ['openid', 'email', 'profile'],
    pkce: { required: () => true, methods: ['S256'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, interaction) => `/login/${interaction.uid}` },
    cookies: { keys: ['of the test'] },
    ttl: { IdToken: 600, AuthorizationCode: 60, AccessToken: 600, Interaction: 600, Grant: 600, Session: 600 },
    findAccount: (_, id) => account(id),
    loadExistingGrant: async (ctx) => {
      const grant = new ctx.oidc.provider.Grant({ clientId: ctx.oidc.client.clientId, accountId: ctx.oidc.session.accountId });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
    renderError: (ctx, out) => {
      ctx.type = 'text/plain';
      ctx.body = `${out.error}: ${out.error_description}\n`;
    },
  });
  return provider;
};

const read = async (request) => {
  let text = '';
  for await (const piece of request) text += piece;
  return new URLSearchParams(text);
};

let handle;
const server = createServer(async (request, response) => {
  const at = new URL(request.url, 'http://x');
  if (!at.pathname.startsWith('/login/')) return handle.callback()(request, response);
  if (request.method === 'GET') {
    response.setHeader('Content-Type', 'text/html');
    return response.end(`<form method="post" action="${at.pathname}"><input name="name"><button>Sign in</button></form>`);
  }
  const name = (await read(request)).get('name');
  const result = name === 'deny' ? { error: 'access_denied', error_description: 'turned back' } : { login: { accountId: name } };
  await handle.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
});
server.listen(port, '127.0.0.1', () => {
  const issuer = `http://127.0.0.1:${server.address().port}`;
  handle = make(issuer);
  console.log(issuer);
});
process.stdin.resume();
process.stdin.on('end', () => process.exit(0));
