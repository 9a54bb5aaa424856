/** OpenID Connect provider of a company, and the platform's credentials there. */
export type CompanyClient = { issuer: string; clientId: string; clientSecret: string }

/** Secrets of a pending sign-in, to verify the provider's answer. */
export type CompanySecrets = { state: string; nonce: string; verifier: string }

/** Claims about a person in the provider's signed token; `sub` is the provider's id of the person. */
export type CompanyClaims = Readonly<Record<string, unknown>> & { readonly sub: string }

/**
 * Signs people in at their company's provider. Each call is bounded in time, bytes and concurrency per provider, so a
 * hanging provider blocks only its own company. `away` means an unreachable or unusable provider; no answer causes a
 * rejection.
 */
export type CompanyProvider = {
  /** URL for the browser; `email` prefills the provider's form. */
  begin(client: CompanyClient, email: string): Promise<{ url: string; secrets: CompanySecrets } | 'away'>
  /** Claims of the returning person, from the query of the address; `refused` for every invalid answer. */
  finish(client: CompanyClient, secrets: CompanySecrets, query: string): Promise<CompanyClaims | 'refused' | 'away'>
}

/** Path to which providers redirect the browser. */
export const companyReturnPath = '/api/auth/company'
