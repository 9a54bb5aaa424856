import type { RequestHeaders } from './sessions.ts'

/** What a code sent by mail is for. */
export type CodePurpose = 'verification' | 'passwordReset'

/** `Set-Cookie` values to hand to the browser. */
export type Cookies = string[]

/** Where a request comes from: its headers, and the address as the transport determined it. */
export type Origin = { headers: RequestHeaders; address?: string }

/** Passwords, codes and sessions: the identity library, in the product's words. */
export type Identity = {
  hashPassword(password: string): Promise<string>
  /** Makes a new code and mails it; an older one for the same purpose no longer works. */
  sendCode(email: string, purpose: CodePurpose): Promise<void>
  /** False for a code that is wrong, used, too old or tried too often. */
  confirm(email: string, code: string): Promise<boolean>
  resetPassword(email: string, code: string, password: string): Promise<boolean>
  signIn(email: string, password: string, origin: Origin): Promise<Cookies | 'wrong' | 'unconfirmed'>
  /** Ends every other session of the person. */
  changePassword(origin: Origin, current: string, next: string): Promise<Cookies | 'wrong'>
  signOut(headers: RequestHeaders): Promise<Cookies>
  findSession(headers: RequestHeaders): Promise<{ userId: string; sessionId: string } | null>
}
