/** What is known of a company's provider of identities, OpenID Connect, and by what it knows us. */
export type CompanyClient = { issuer: string; clientId: string; clientSecret: string }

/** What a sign-in has asked a provider with, to compare the answer with. */
export type CompanySecrets = { state: string; nonce: string; verifier: string }

/** What the provider says of a person in the token that it signed for us: `sub` is what it calls the person. */
export type CompanyClaims = Readonly<Record<string, unknown>> & { readonly sub: string }

/**
 * Asks the providers of companies who somebody is. Each call is bounded in time, in bytes and in how many are made of one provider at once, so that
 * one that hangs holds up its own company alone. `away` is a provider that cannot be reached or used; nothing rejects for what it answers.
 */
export type CompanyProvider = {
  /** Where the browser is to go; `email` is what its form begins with. */
  begin(client: CompanyClient, email: string): Promise<{ url: string; secrets: CompanySecrets } | 'away'>
  /** Who came back, by the query of the address; `refused` for every answer that does not hold. */
  finish(client: CompanyClient, secrets: CompanySecrets, query: string): Promise<CompanyClaims | 'refused' | 'away'>
}

/** The path under our address to which providers send the browser back. */
export const companyReturnPath = '/api/auth/company'
