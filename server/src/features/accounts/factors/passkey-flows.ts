import type { AuthInput } from '@vigilux/contract/features/accounts/auth-flows.ts'
import { maxPasskeys } from '@vigilux/contract/features/accounts/sign-in-methods.ts'
import type { AccountFlows, FlowRequest } from '../../../ports/account-flows.ts'
import type { Clock } from '../../../ports/clock.ts'
import { createAccountLimits } from '../account-limits.ts'
import { createFlowAudit } from '../audit-flows.ts'
import { type ChallengePurpose, type Challenges, consumeChallenge } from '../challenges.ts'
import { refusePasswordSignIn } from '../company/company-sign-in-rule.ts'
import { createIdentityConfirmation, type IdentityConfirmationParts } from '../confirm-identity.ts'
import { parseForm } from '../flow-forms.ts'
import { findKnownDeviceOf } from '../known-devices.store.ts'
import { changeSignInAndMail, type MailPersonParts } from '../mail-person.ts'
import { findCaller } from '../profiles.store.ts'
import { type RememberBrowserParts, rememberBrowser } from '../remember-browser.ts'
import { findPasskey, insertPasskey, listPasskeys, type PasskeyRow, recordPasskeyUse } from './passkeys.store.ts'

export type PasskeyParts = IdentityConfirmationParts &
  MailPersonParts &
  RememberBrowserParts & { challenges: Challenges; publicUrl: string }

type SignInRequest = FlowRequest<'TOO_MANY_LOGIN_ATTEMPTS' | 'COMPANY_SIGN_IN_ONLY'>

/** Loaded with the first passkey instead of at the start, because its knowledge of certificates makes it large. */
const webAuthn = () => import('@simplewebauthn/server')

/** A malformed or mismatched answer of a browser is no defect of the server. */
const nullIfInvalid = async <T>(work: Promise<T>): Promise<T | null> => work.catch(() => null)

/** User handle of a passkey: the bytes of the person's id. */
const handleOf = (userId: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.from(userId.replaceAll('-', ''), 'hex'))

/** The library's callbacks for challenges valid at this time. */
const challengesAt = (challenges: Challenges, clock: Clock) => ({
  challenge: (purpose: ChallengePurpose): Uint8Array<ArrayBuffer> =>
    new Uint8Array(challenges.make(purpose, clock.now())),
  /** Remembers the answered challenge, to consume it together with its effect. */
  expecting: (purpose: ChallengePurpose) => {
    const receivedChallenge = { challenge: '' }
    const expectedChallenge = (challengeText: string): boolean => {
      receivedChallenge.challenge = challengeText
      return challenges.isOurs(purpose, challengeText, clock.now())
    }
    return { answered: receivedChallenge, expectedChallenge }
  },
})

/** The stored part of a credential. */
const keyOf = ({ id, counter, publicKey }: { id: string; counter: number; publicKey: Uint8Array }) => ({
  credentialId: id,
  counter,
  publicKey: Buffer.from(publicKey).toString('base64url'),
})

/**
 * Passkeys: created with the password by a signed-in person, they sign in without one. Device and user verification
 * (finger, face or PIN) are two factors, so no other is requested.
 */
export const createPasskeyFlows = (
  parts: PasskeyParts,
): Pick<AccountFlows, 'begin-passkey' | 'add-passkey' | 'passkey-challenge' | 'sign-in-with-passkey'> => {
  const { identity, clock, db, challenges, publicUrl } = parts
  const { auditFlow, auditOwn } = createFlowAudit(parts)
  const { limit } = createAccountLimits(parts)
  const { sessionOf, proveSelf } = createIdentityConfirmation(parts)
  const { origin, hostname } = new URL(publicUrl)
  const site = { expectedOrigin: origin, expectedRPID: hostname, requireUserVerification: true }
  const { challenge, expecting: expectChallenge } = challengesAt(challenges, clock)

  /** The person who signed the challenge, if everything is valid. */
  const personOf = async (row: PasskeyRow, response: AuthInput<'sign-in-with-passkey'>['response']) => {
    const { answered: receivedChallenge, expectedChallenge } = expectChallenge('sign-in')
    const { credentialId: id, counter } = row
    const credential = { id, counter, publicKey: new Uint8Array(Buffer.from(row.publicKey, 'base64url')) }
    const answer = { ...site, response, expectedChallenge, credential }
    const verified = await nullIfInvalid((await webAuthn()).verifyAuthenticationResponse(answer))
    const isOwn = Buffer.from(response.response.userHandle, 'base64url').equals(handleOf(row.userId))
    if (!verified?.verified || !isOwn) return null
    const use = { counter: verified.authenticationInfo.newCounter, at: clock.now() }
    const isTaken = await changeSignInAndMail(parts, row.userId, async (tx) =>
      (await consumeChallenge(tx, receivedChallenge.challenge, use.at)) && (await recordPasskeyUse(tx, row.id, use))
        ? 'seen'
        : null,
    )
    return isTaken ? row.userId : null
  }

  /** Limits attempts on a passkey: unknown browsers by their address, a known browser not. */
  const admitHolder = async (row: PasskeyRow | undefined, request: SignInRequest) => {
    const deviceId = row && (await findKnownDeviceOf(db, row.userId, request.headers, clock.now()))
    if (!deviceId) await limit(request, 'signInFromAddress', request.address, 'TOO_MANY_LOGIN_ATTEMPTS')
    const holder = row && (await findCaller(db, row.userId, ''))
    if (holder) await refusePasswordSignIn(request, db, holder.email)
    return holder
  }

  return {
    async 'begin-passkey'(request) {
      const { password } = parseForm('begin-passkey', request)
      const { userId } = await proveSelf(request, 'addPasskey', password)
      const person = (await findCaller(db, userId, '')) ?? request.fail('NOT_SIGNED_IN')
      const existingPasskeys = await listPasskeys(db, userId)
      if (existingPasskeys.length >= maxPasskeys) return request.fail('PASSKEY_LIMIT', { limit: maxPasskeys })
      const options = await (await webAuthn()).generateRegistrationOptions({
        rpName: 'Vigilux',
        rpID: hostname,
        attestationType: 'none',
        timeout: 300_000,
        userID: handleOf(userId),
        userName: person.email,
        userDisplayName: person.name,
        challenge: challenge(`add ${userId}`),
        excludeCredentials: existingPasskeys.map(({ credentialId: id }) => ({ id })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      })
      return { data: { ...options } }
    },
    async 'add-passkey'(request) {
      const { name, response } = parseForm('add-passkey', request)
      const session = await sessionOf(request)
      const { userId } = session
      const { answered: receivedChallenge, expectedChallenge } = expectChallenge(`add ${userId}`)
      const answer = { ...site, response, expectedChallenge }
      const verified = await nullIfInvalid((await webAuthn()).verifyRegistrationResponse(answer))
      const newKey = verified?.verified ? verified.registrationInfo.credential : undefined
      const isKept =
        newKey !== undefined &&
        (await changeSignInAndMail(parts, userId, async (tx) => {
          const row = { userId, name, addedAt: clock.now(), ...keyOf(newKey), transports: response.response.transports }
          if (!(await consumeChallenge(tx, receivedChallenge.challenge, row.addedAt))) return null
          const isAdded = (await insertPasskey(tx, row, maxPasskeys)) !== null
          return isAdded ? { template: 'passkeyAdded', values: { name } } : null
        }))
      await auditOwn(request, 'addPasskey', session, isKept ? 'ok' : 'PASSKEY_REFUSED')
      return isKept ? { data: {} } : request.fail('PASSKEY_REFUSED')
    },
    async 'passkey-challenge'(request) {
      parseForm('passkey-challenge', request)
      const baseOptions = { rpID: hostname, userVerification: 'required', timeout: 300_000 } as const
      const options = { ...baseOptions, challenge: challenge('sign-in') }
      return { data: { ...(await (await webAuthn()).generateAuthenticationOptions(options)) } }
    },
    async 'sign-in-with-passkey'(request) {
      const { response } = parseForm('sign-in-with-passkey', request)
      const row = await findPasskey(db, response.id)
      const holder = await admitHolder(row, request)
      const userId = row ? await personOf(row, response) : null
      if (!row || !userId) {
        if (holder) await auditFlow(request, 'signInWithPasskey', { name: holder.email }, 'PASSKEY_REFUSED')
        return request.fail('PASSKEY_REFUSED')
      }
      const startedSession = await identity.begin(userId, request)
      await auditOwn(request, 'signInWithPasskey', startedSession, 'ok')
      return { data: {}, cookies: [...startedSession.cookies, await rememberBrowser(parts, startedSession, request)] }
    },
  }
}
