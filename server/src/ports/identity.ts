import type { RequestHeaders } from './sessions.ts'

/** Purpose of a code sent by mail. */
export type CodePurpose = 'verification' | 'passwordReset'

/** `Set-Cookie` values for the browser. */
export type Cookies = string[]

/** A new session. */
export type StartedSession = { sessionId: string; userId: string; cookies: Cookies }

/** Origin of a request: its headers, and the address determined by the transport. */
export type Origin = { headers: RequestHeaders; address?: string }

/** Passwords, codes and sessions: an adapter to the identity library. */
export type Identity = {
  hashPassword(password: string): Promise<string>
  /** Mails a new code; an older one for the same purpose becomes invalid. */
  sendCode(email: string, purpose: CodePurpose): Promise<void>
  /** False if the code is wrong, used, expired or was tried too often. */
  confirm(email: string, code: string): Promise<boolean>
  resetPassword(email: string, code: string, password: string): Promise<boolean>
  /** Sets a password by a link, which is used up; false if it was used, expired or replaced. */
  resetPasswordByLink(linkHash: string, password: string): Promise<boolean>
  /** Checks address and password without starting a session. */
  checkPassword(email: string, password: string): Promise<{ userId: string } | 'wrong' | 'unconfirmed'>
  /** Starts a session of a fully authenticated person, with the cookies to recognize the browser. */
  begin(userId: string, origin: Origin): Promise<StartedSession>
  /** Whether the password belongs to the person of this session. */
  isOwnPassword(origin: Origin, password: string): Promise<boolean>
  /** Ends every session of the person and starts a new one. */
  changePassword(origin: Origin, current: string, next: string): Promise<StartedSession | 'wrong'>
  signOut(headers: RequestHeaders): Promise<Cookies>
  findSession(headers: RequestHeaders): Promise<{ userId: string; sessionId: string } | null>
}
