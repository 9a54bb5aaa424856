import type { RequestHeaders } from './sessions.ts'

/** What a code sent by mail is for. */
export type CodePurpose = 'verification' | 'passwordReset'

/** `Set-Cookie` values to hand to the browser. */
export type Cookies = string[]

/** A session that has just begun. */
export type StartedSession = { sessionId: string; userId: string; cookies: Cookies }

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
  /** Whose address and password they are; nothing begins by that. */
  checkPassword(email: string, password: string): Promise<{ userId: string } | 'wrong' | 'unconfirmed'>
  /** Begins a session of a person who has shown everything that is asked for; with the cookies by which its browser is known. */
  begin(userId: string, origin: Origin): Promise<StartedSession>
  /** Whether it is the password of the person whose session this is. */
  isOwnPassword(origin: Origin, password: string): Promise<boolean>
  /** Ends every session of the person and begins another. */
  changePassword(origin: Origin, current: string, next: string): Promise<StartedSession | 'wrong'>
  signOut(headers: RequestHeaders): Promise<Cookies>
  findSession(headers: RequestHeaders): Promise<{ userId: string; sessionId: string } | null>
}
