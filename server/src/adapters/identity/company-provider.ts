import * as oidc from 'openid-client'
import type { Log } from '../../kernel/log.ts'
import {
  type CompanyClaims,
  type CompanyClient,
  type CompanyProvider,
  type CompanySecrets,
  companyReturnPath,
} from '../../ports/company-provider.ts'
import { boundedFetch, ProviderUnavailable } from './bounded-fetch.ts'

/** Milliseconds for all requests to a provider in one step: its metadata, the token and its keys. */
const defaultStepMs = 8_000
/** Steps waiting for one provider at a time, per node. */
const maxPendingSteps = 20
/** Seconds by which the provider's clock may differ from the server's. */
const clockToleranceS = 30
/** Maximum age of a token in seconds: as long as a person has to return. */
const tokenAgeS = 600

const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Whether an issuer may be contacted: over TLS, or on this machine, as in tests. */
export const isSafeIssuer = (issuer: string): boolean => {
  const url = URL.parse(issuer)
  return url !== null && (url.protocol === 'https:' || (url.protocol === 'http:' && loopback.has(url.hostname)))
}

const isUnavailable = (error: unknown): boolean =>
  error instanceof ProviderUnavailable ||
  (error instanceof Error && error.cause !== undefined && isUnavailable(error.cause))

/** Authenticates at the provider with a supported method. */
const showSecret =
  (secret: string): oidc.ClientAuth =>
  (server, ...requestArguments) => {
    const takesPost = server.token_endpoint_auth_methods_supported?.includes('client_secret_post')
    return (takesPost ? oidc.ClientSecretPost(secret) : oidc.ClientSecretBasic(secret))(server, ...requestArguments)
  }

/** Reads the provider's metadata each time: only twice per sign-in, and its keys are never outdated. */
const discover = async (client: CompanyClient, signal: AbortSignal): Promise<oidc.Configuration> => {
  if (!isSafeIssuer(client.issuer)) throw new ProviderUnavailable('it is not asked over TLS')
  const isHere = client.issuer.startsWith('http:')
  const config = await oidc.discovery(
    new URL(client.issuer),
    client.clientId,
    { [oidc.clockTolerance]: clockToleranceS },
    showSecret(client.clientSecret),
    {
      [oidc.customFetch]: boundedFetch(signal),
      execute: isHere ? [oidc.allowInsecureRequests] : [],
    },
  )
  // Verify the signature even if the token came directly from the provider.
  oidc.enableNonRepudiationChecks(config)
  return config
}

/**
 * Checks beyond the library's: a token must not be issued to another client, long before the person left, or in the
 * future.
 */
const isForThisSignIn = ({ azp, iat }: oidc.IDToken, clientId: string): boolean => {
  const ageS = Date.now() / 1000 - iat
  return (azp === undefined || azp === clientId) && ageS >= -clockToleranceS && ageS <= tokenAgeS + clockToleranceS
}

export type ProviderParts = {
  /** Public URL to which browsers return. */
  publicUrl: string
  log: Log
  stepMs?: number
}

/** OpenID Connect providers: authorization code with PKCE, state and nonce, verified by `openid-client`. */
export const openCompanyProvider = ({ publicUrl, log, stepMs = defaultStepMs }: ProviderParts): CompanyProvider => {
  const returnUrl = new URL(companyReturnPath, publicUrl).href
  const pendingSteps = new Map<string, number>()

  const withDeadline = async <T>(issuer: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> => {
    const pendingCount = pendingSteps.get(issuer) ?? 0
    if (pendingCount >= maxPendingSteps) throw new ProviderUnavailable('too many wait for it')
    pendingSteps.set(issuer, pendingCount + 1)
    try {
      return await work(AbortSignal.timeout(stepMs))
    } finally {
      const remainingCount = (pendingSteps.get(issuer) ?? 1) - 1
      if (remainingCount > 0) pendingSteps.set(issuer, remainingCount)
      else pendingSteps.delete(issuer)
    }
  }

  /** Logs the failure for the operator, without codes, tokens or secrets. */
  const logFailure = ({ issuer }: CompanyClient, error: unknown): void => {
    const { name, message, code, cause } = error as Error & { code?: string }
    const reason = cause instanceof Error ? cause.message : undefined
    log.warn({ issuer, name, code, reason }, `company sign-in: ${message}`)
  }

  const linkOf = async (config: oidc.Configuration, secrets: CompanySecrets, email: string): Promise<string> =>
    oidc.buildAuthorizationUrl(config, {
      redirect_uri: returnUrl,
      scope: 'openid email profile',
      code_challenge: await oidc.calculatePKCECodeChallenge(secrets.verifier),
      code_challenge_method: 'S256',
      state: secrets.state,
      nonce: secrets.nonce,
      login_hint: email,
    }).href

  return {
    async begin(client, email) {
      const secrets = {
        state: oidc.randomState(),
        nonce: oidc.randomNonce(),
        verifier: oidc.randomPKCECodeVerifier(),
      }
      try {
        const config = await withDeadline(client.issuer, (signal) => discover(client, signal))
        return { url: await linkOf(config, secrets, email), secrets }
      } catch (error) {
        logFailure(client, error)
        return 'away'
      }
    },
    async finish(client, { state, nonce, verifier }, query) {
      try {
        const address = new URL(`${returnUrl}?${query}`)
        const tokens = await withDeadline(client.issuer, async (signal) =>
          oidc.authorizationCodeGrant(await discover(client, signal), address, {
            pkceCodeVerifier: verifier,
            expectedState: state,
            expectedNonce: nonce,
            idTokenExpected: true,
          }),
        )
        const claims = tokens.claims()
        if (claims && isForThisSignIn(claims, client.clientId)) return claims as CompanyClaims
        log.warn({ issuer: client.issuer }, 'company sign-in: a token for another client, or of another time')
        return 'refused'
      } catch (error) {
        logFailure(client, error)
        return isUnavailable(error) ? 'away' : 'refused'
      }
    },
  }
}
