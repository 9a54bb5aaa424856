/** Counts attempts over all nodes, to limit guessing. */
export type Attempts = {
  /** Counts one attempt; not allowed once there were too many, with the seconds to wait. */
  use(purpose: AttemptPurpose, key: string): Promise<{ allowed: true } | { allowed: false; retryAfterS: number }>
  /** Takes back one counted attempt without effect. */
  giveBack(purpose: AttemptPurpose, key: string): Promise<void>
  forget(purpose: AttemptPurpose, key: string): Promise<void>
}
export type AttemptPurpose =
  | 'signIn'
  | 'signInFromAddress'
  | 'sendCode'
  | 'sendCodeFromAddress'
  | 'tryCode'
  | 'tryCodeFromUnknownBrowser'
  | 'tryFactor'
  | 'tryFactorFromUnknownBrowser'
  | 'signUp'
  | 'signUpForm'
  | 'companySignIn'
