import { createSign, generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Context, Provider } from 'oidc-provider'

/** A provider's claims about a person. */
export type TestClaims = Record<string, unknown> & { sub: string }

export const testClient = { clientId: 'vigilux-of-tests', clientSecret: 'a secret of these tests alone' } as const

type Key = { kid: string; privateKey: KeyObject }
const newKey = (): Key => ({
  kid: randomUUID(),
  privateKey: generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey,
})

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const signClaims = (claims: object, { kid, privateKey }: Key): string => {
  const signedPart = `${encoded({ alg: 'RS256', kid })}.${encoded(claims)}`
  return `${signedPart}.${createSign('RSA-SHA256').update(signedPart).sign(privateKey, 'base64url')}`
}
const claimsIn = (token: string): TestClaims =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as TestClaims

/** Lets tests change a handler's answer before it is sent. */
const changeAnswer = (response: ServerResponse, change: (body: string) => string): void => {
  const end = response.end.bind(response) as (body: string) => ServerResponse
  response.end = ((body?: string | Buffer) => {
    const changed = change(String(body ?? ''))
    response.setHeader('content-length', Buffer.byteLength(changed))
    return end(changed)
  }) as typeof response.end
}

const sendEndless = (response: ServerResponse): void => {
  response.writeHead(200, { 'content-type': 'application/json' })
  const writeMore = () => {
    while (!response.destroyed && response.write(' '.repeat(65_536)));
  }
  response.on('drain', writeMore)
  writeMore()
}

/**
 * A company's provider on this machine, `oidc-provider`. Every visitor is signed in as `visitor`. `falsify` changes the
 * claims of its tokens, signed as usual or by `forger`. `trouble` makes its addresses fail.
 */
export const openTestProvider = async (returnUrl: string) => {
  const server = createServer()
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const forger = newKey()
  const state = {
    visitor: { sub: 'nobody' } as TestClaims,
    falsify: null as ((claims: TestClaims) => TestClaims) | null,
    isForged: false,
    /** By the end of a path: no answer at all, a failure, or an endless answer. */
    trouble: null as { path: string; kind: 'silent' | 'failing' | 'endless' } | null,
    key: newKey(),
    /** Requested paths. */
    countRequests: [] as string[],
  }
  const open = () =>
    new Provider(issuer, {
      clients: [
        {
          client_id: testClient.clientId,
          client_secret: testClient.clientSecret,
          redirect_uris: [returnUrl],
          token_endpoint_auth_method: 'client_secret_post',
          response_types: ['code'],
        },
      ],
      jwks: { keys: [{ ...state.key.privateKey.export({ format: 'jwk' }), kid: state.key.kid, use: 'sig' }] },
      cookies: { keys: ['of tests'] },
      claims: {
        openid: ['sub'],
        email: ['email', 'email_verified', 'xms_edov'],
        profile: ['name', 'given_name', 'family_name', 'usertype', 'scope_of_office', 'roles'],
      },
      ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
      conformIdTokenClaims: false,
      pkce: { required: () => true },
      features: { devInteractions: { enabled: false } },
      interactions: { url: () => '/interaction' },
      findAccount: (_: unknown, sub: string) => ({ accountId: sub, claims: () => ({ ...state.visitor, sub }) }),
      loadExistingGrant: async ({ oidc: { client, session, provider } }: Context) => {
        const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
        grant.addOIDCScope('openid email profile')
        await grant.save()
        return grant
      },
    })
  let provider = open()

  const applyTrouble = (path: string, response: ServerResponse): boolean => {
    if (!state.trouble || !path.endsWith(state.trouble.path)) return false
    if (state.trouble.kind === 'failing') response.writeHead(503).end()
    if (state.trouble.kind === 'endless') sendEndless(response)
    return true
  }
  const tamper = (body: string): string => {
    const answer = JSON.parse(body) as { id_token?: string }
    if (!answer.id_token) return body
    const claims = claimsIn(answer.id_token)
    const signedClaims = state.falsify ? state.falsify(claims) : claims
    return JSON.stringify({ ...answer, id_token: signClaims(signedClaims, state.isForged ? forger : state.key) })
  }
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const path = (request.url ?? '').split('?')[0] ?? ''
    state.countRequests.push(path)
    if (applyTrouble(path, response)) return
    if (path === '/interaction') {
      const result = { login: { accountId: state.visitor.sub } }
      void provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
      return
    }
    if (path === '/token' && (state.falsify || state.isForged)) changeAnswer(response, tamper)
    provider.callback()(request, response)
  })

  return {
    issuer,
    state,
    /** Switches to another signing key. */
    rotateKey(): void {
      state.key = newKey()
      provider = open()
    },
    /** A browser's visit to the provider: returns the query of the return address. */
    async visit(url: string): Promise<string> {
      const jar = new Map<string, string>()
      for (let place = new URL(url); ; ) {
        if (place.href.startsWith(returnUrl)) return place.search.slice(1)
        const cookie = [...jar].map((one) => one.join('=')).join('; ')
        const answer = await fetch(place, { redirect: 'manual', headers: cookie ? { cookie } : {} })
        for (const set of answer.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
          jar.set(name, value)
        }
        const next = answer.headers.get('location')
        if (!next) throw new Error(`the provider answers ${answer.status}: ${await answer.text()}`)
        place = new URL(next, place)
      }
    },
    async stop(): Promise<void> {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
export type TestProvider = Awaited<ReturnType<typeof openTestProvider>>
