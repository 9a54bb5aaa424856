import type { OwnData, OwnSession } from '@vigilux/contract/features/accounts/own-account.ts'
import type { SignInMethods } from '@vigilux/contract/features/accounts/sign-in-methods.ts'
import type { User } from '../../kernel/caller.ts'
import type { HandlersOf } from '../../kernel/handler.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { Work } from '../../kernel/work.ts'
import { listMemberships, listPlantsToHandOver } from '../members/index.ts'
import { browserNames } from './browser-names.ts'
import { removePasskey, renamePasskey } from './factors/passkeys.store.ts'
import { mailPerson } from './mail-person.ts'
import { findOwnProfile } from './own-profile.store.ts'
import { endOtherSessions, endSession, listKnownDevices, listSessions } from './own-sessions.store.ts'
import { readSignInMethods } from './read-sign-in-methods.ts'

type Names =
  | 'getSessions'
  | 'getDeviceKey'
  | 'endSession'
  | 'endOtherSessions'
  | 'getSignInMethods'
  | 'renamePasskey'
  | 'removePasskey'
  | 'getPlantsToHandOver'

const listOwnSessions = async (tx: Tx, { userId, sessionId }: User, now: Date): Promise<OwnSession[]> =>
  (await listSessions(tx, userId, now)).map((row) => ({
    session_id: row.id,
    ...browserNames(row.userAgent),
    signed_in_at: row.createdAt.toISOString(),
    last_used_at: row.updatedAt.toISOString(),
    this_one: row.id === sessionId,
  }))

const auditOwnAccount = (work: Work, { userId, name }: User): void =>
  work.audit.target({ kind: 'person', id: userId, name })

const requireSignInMethods = async (work: Work<'NOT_SIGNED_IN'>, { userId }: User): Promise<SignInMethods> =>
  (await readSignInMethods(work.tx, { userId, now: work.now })) ?? work.fail('NOT_SIGNED_IN')

/** The stored data of a person, except other features' data. */
export const readOwnData = async (
  work: Work<'NOT_SIGNED_IN'>,
  caller: User,
): Promise<Omit<OwnData, 'access_tokens'>> => {
  const { tx, now } = work
  const memberships = await listMemberships(tx, caller.userId, now)
  return {
    at: now.toISOString(),
    profile: (await findOwnProfile(tx, caller.userId)) ?? work.fail('NOT_SIGNED_IN'),
    memberships: memberships.map(({ plantId: plant_id, since, ...membership }) => ({
      plant_id,
      ...membership,
      since: since.toISOString(),
    })),
    sessions: await listOwnSessions(tx, caller, now),
    known_devices: (await listKnownDevices(tx, caller.userId)).map((at) => at.toISOString()),
    sign_in_methods: await requireSignInMethods(work, caller),
  }
}

/** `getOwnData` lists the access tokens of the person, so access-tokens answers it. */
export const ownAccountHandlers: HandlersOf<Record<Names, unknown>> = {
  getSessions: async ({ work, caller }) => ({ sessions: await listOwnSessions(work.tx, caller, work.now) }),
  getDeviceKey: async ({ caller, work }) => ({ key: work.ports.deviceKeys(caller.userId) }),
  endSession: async ({ work, input: { sessionId }, caller }) => {
    auditOwnAccount(work, caller)
    if (!(await endSession(work.tx, caller.userId, sessionId))) return work.fail('SESSION_NOT_FOUND')
    work.broadcast({ user: caller.userId }, 'sessionEnded', { userid: caller.userId })
    return { session_id: sessionId }
  },
  endOtherSessions: async ({ work, caller }) => {
    auditOwnAccount(work, caller)
    const endedCount = await endOtherSessions(work.tx, caller.userId, caller.sessionId)
    if (endedCount > 0) work.broadcast({ user: caller.userId }, 'sessionEnded', { userid: caller.userId })
    return { ended: endedCount }
  },
  getSignInMethods: ({ work, caller }) => requireSignInMethods(work, caller),
  renamePasskey: async ({ work, input: { passkeyId, name }, caller }) => {
    auditOwnAccount(work, caller)
    if (!(await renamePasskey(work.tx, caller.userId, passkeyId, name))) return work.fail('PASSKEY_NOT_FOUND')
    work.broadcast({ user: caller.userId }, 'signInMethods', { userid: caller.userId })
    return { passkey_id: passkeyId }
  },
  removePasskey: async ({ work, input: { passkeyId }, caller }) => {
    auditOwnAccount(work, caller)
    const removedPasskey = await removePasskey(work.tx, caller.userId, passkeyId)
    if (removedPasskey === 'unknown') return work.fail('PASSKEY_NOT_FOUND')
    if (removedPasskey === 'last') return work.fail('LAST_WAY_TO_SIGN_IN')
    await mailPerson(work.tx, work.ports, caller.userId, { template: 'passkeyRemoved', values: removedPasskey })
    work.broadcast({ user: caller.userId }, 'signInMethods', { userid: caller.userId })
    return { passkey_id: passkeyId }
  },
  getPlantsToHandOver: ({ work, caller }) => listPlantsToHandOver(work.tx, caller.userId, work.now),
}
