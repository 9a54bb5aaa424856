/** Counts attempts over all nodes, so that nobody can guess for long. */
export type Attempts = {
  /** Counts one; false once there were too many, with the seconds to wait. */
  use(purpose: AttemptPurpose, key: string): Promise<{ allowed: true } | { allowed: false; retryAfterS: number }>
  forget(purpose: AttemptPurpose, key: string): Promise<void>
}
export type AttemptPurpose =
  | 'signIn'
  | 'signInFromAddress'
  | 'sendCode'
  | 'sendCodeFromAddress'
  | 'tryCode'
  | 'tryCodeAsStranger'
  | 'tryFactor'
  | 'tryFactorAsStranger'
  | 'signUp'
  | 'companySignIn'
