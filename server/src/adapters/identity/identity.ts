import { verificationCodeValidity } from '@vigilux/contract/features/accounts/account.ts'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { APIError } from 'better-auth/api'
import { betterAuth } from 'better-auth/minimal'
import { emailOTP } from 'better-auth/plugins'
import { limitConcurrency } from '../../kernel/limit-concurrency.ts'
import type { Db } from '../../kernel/transaction.ts'
import type { CodePurpose, Identity, Origin, StartedSession } from '../../ports/identity.ts'
import { beginSession } from './begin-session.ts'
import { createCauses } from './causes.ts'
import { hashedTokens } from './hashed-tokens.ts'
import { openPasswords, type Passwords } from './passwords.ts'

export type IdentityParts = {
  db: Db
  /** The library's tables, under the library's names. */
  tables: { user: unknown; session: unknown; account: unknown; verification: unknown }
  secret: string
  publicUrl: string
  /** Minutes for which a mailed code is valid. */
  codeMinutes: number
  mailCode(email: string, code: string, purpose: CodePurpose): Promise<void>
  /** Replaces a password's hash if the old one is still stored. */
  replaceHash(old: string, renewed: string): Promise<void>
  /** Hashing of passwords; default cost of the product if left out. */
  passwords?: Passwords
}

const day = 86_400
/** Seconds without use after which a session ends. */
const sessionS = 7 * day
/** Seconds between two updates of a session's last use; each is a statement. */
const activityIntervalS = 300
/** Maximum age at which browsers keep a cookie. */
const maxCookieS = 400 * day

/**
 * Extends the cookie to the browser's maximum: the session's row decides whether it is valid, and its use prolongs it.
 * With the library's own age the cookie would expire a week after the sign-in, in the middle of work.
 */
const withBrowserLifetime = (cookie: string): string =>
  cookie.replace(new RegExp(`Max-Age=${sessionS}\\b`), `Max-Age=${maxCookieS}`)
/** A password check costs 19 MiB and about 40 ms of a core: more at once would starve other callers. */
const maxPasswordChecks = 4

/** `@`-less names of the library's code kinds. */
const otpType = { verification: 'email-verification', passwordReset: 'forget-password' } as const

/** Request headers for the library. It reads the address from a header: ours, never the one received. */
const webHeaders = ({ headers, address }: Origin): Headers => {
  const copy = new Headers()
  for (const name of ['cookie', 'user-agent']) {
    const value = headers[name]
    if (typeof value === 'string') copy.set(name, value)
  }
  if (address !== undefined) copy.set('x-forwarded-for', address)
  return copy
}

const codeOf = (error: unknown): string =>
  error instanceof APIError ? String((error.body as { code?: unknown } | undefined)?.code ?? '') : ''

/** The library's error for an invalid code or link; anything else is a defect and is rethrown. */
const isWrongCode = (error: unknown): boolean =>
  ['INVALID_OTP', 'OTP_EXPIRED', 'TOO_MANY_ATTEMPTS', 'USER_NOT_FOUND', 'INVALID_TOKEN'].includes(codeOf(error))

const createAuth = (parts: IdentityParts, passwords: Passwords, { logger }: ReturnType<typeof createCauses>) =>
  betterAuth({
    baseURL: parts.publicUrl,
    basePath: '/api/auth',
    secret: parts.secret,
    database: hashedTokens(
      drizzleAdapter(parts.db, {
        provider: 'pg',
        schema: parts.tables as Record<string, unknown>,
        transaction: true,
      }),
    ),
    advanced: {
      database: { generateId: false },
      cookiePrefix: 'vigilux',
      useSecureCookies: parts.publicUrl.startsWith('https:'),
      defaultCookieAttributes: { sameSite: 'lax', httpOnly: true },
    },
    emailAndPassword: {
      enabled: true,
      requireEmailVerification: true,
      autoSignIn: false,
      minPasswordLength: 8,
      maxPasswordLength: 128,
      revokeSessionsOnPasswordReset: true,
      password: {
        hash: passwords.hash,
        // The password is known only at this moment: rehash it if it was stored with an older method.
        verify: async ({ hash, password }) => {
          if (!(await passwords.isRight(hash, password))) return false
          if (passwords.isOutdated(hash)) await parts.replaceHash(hash, await passwords.hash(password))
          return true
        },
      },
    },
    session: { expiresIn: sessionS, updateAge: activityIntervalS },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger,
    plugins: [
      beginSession(),
      emailOTP({
        otpLength: verificationCodeValidity.digits,
        expiresIn: parts.codeMinutes * 60,
        allowedAttempts: verificationCodeValidity.tries,
        storeOTP: 'hashed',
        disableSignUp: true,
        sendVerificationOTP: ({ email, otp, type }) =>
          parts.mailCode(email, otp, type === 'forget-password' ? 'passwordReset' : 'verification'),
      }),
    ],
  })

/** The identity library behind the product's port; its routes are never mounted. */
export const openIdentity = (parts: IdentityParts): Identity => {
  const causes = createCauses()
  const passwords = parts.passwords ?? openPasswords()
  const auth = createAuth(parts, passwords, causes)
  const limitChecks = limitConcurrency(maxPasswordChecks)
  const findStarted = async (token: string | null, headers: Headers): Promise<StartedSession> => {
    const found = token && (await (await auth.$context).internalAdapter.findSession(token))
    if (!found) throw new Error('a session that has just begun is not there')
    const { id: sessionId, userId } = found.session
    return { sessionId, userId, cookies: headers.getSetCookie().map(withBrowserLifetime) }
  }
  return {
    hashPassword: (password) => limitChecks(() => passwords.hash(password)),
    async sendCode(email, purpose) {
      await auth.api.sendVerificationOTP({ body: { email, type: otpType[purpose] } })
    },
    async confirm(email, code) {
      try {
        await auth.api.verifyEmailOTP({ body: { email, otp: code } })
        return true
      } catch (error) {
        if (isWrongCode(error)) return false
        throw error
      }
    },
    async resetPassword(email, code, password) {
      try {
        await limitChecks(() => auth.api.resetPasswordEmailOTP({ body: { email, otp: code, password } }))
        return true
      } catch (error) {
        if (isWrongCode(error)) return false
        throw error
      }
    },
    async resetPasswordByLink(linkHash, password) {
      try {
        await limitChecks(() => auth.api.resetPassword({ body: { token: linkHash, newPassword: password } }))
        return true
      } catch (error) {
        if (isWrongCode(error)) return false
        throw error
      }
    },
    async checkPassword(email, password) {
      const { internalAdapter, password: passwordHasher } = await auth.$context
      const found = await causes.ask(() => internalAdapter.findUserByEmail(email, { includeAccounts: true }))
      const hash = found?.accounts.find(({ providerId }) => providerId === 'credential')?.password
      if (!found || !hash) {
        // Takes as long as for an existing address.
        await limitChecks(() => passwords.hash(password))
        return 'wrong'
      }
      if (!(await limitChecks(() => passwordHasher.verify({ hash, password })))) return 'wrong'
      return found.user.emailVerified ? { userId: found.user.id } : 'unconfirmed'
    },
    async begin(userId, origin) {
      const { response, headers } = await causes.ask(() =>
        auth.api.beginSession({ body: { userId }, headers: webHeaders(origin), returnHeaders: true }),
      )
      return { ...response, cookies: headers.getSetCookie().map(withBrowserLifetime) }
    },
    async isOwnPassword(origin, password) {
      try {
        const { status } = await limitChecks(() =>
          causes.ask(() => auth.api.verifyPassword({ body: { password }, headers: webHeaders(origin) })),
        )
        return status
      } catch (error) {
        if (codeOf(error) === 'INVALID_PASSWORD') return false
        throw error
      }
    },
    async changePassword(origin, current, next) {
      try {
        const answer = await limitChecks(() =>
          causes.ask(() =>
            auth.api.changePassword({
              body: { currentPassword: current, newPassword: next, revokeOtherSessions: true },
              headers: webHeaders(origin),
              returnHeaders: true,
            }),
          ),
        )
        return findStarted(answer.response.token, answer.headers)
      } catch (error) {
        if (codeOf(error) === 'INVALID_PASSWORD') return 'wrong'
        throw error
      }
    },
    async signOut(headers) {
      const answer = await auth.api.signOut({ headers: webHeaders({ headers }), returnHeaders: true })
      return answer.headers.getSetCookie()
    },
    async findSession(headers) {
      if (typeof headers.cookie !== 'string' || !headers.cookie.includes('vigilux')) return null
      const found = await causes.ask(() => auth.api.getSession({ headers: webHeaders({ headers }) }))
      return found ? { userId: found.user.id, sessionId: found.session.id } : null
    },
  }
}
