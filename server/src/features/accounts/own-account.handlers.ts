import type { OwnSession } from '@vigilux/contract/features/accounts/own-account.ts'
import { about } from '../../kernel/audit-notes.ts'
import type { User } from '../../kernel/caller.ts'
import type { HandlersOf } from '../../kernel/handler.ts'
import { fail } from '../../kernel/refusal.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { listMemberships, listPlantsToHandOver } from '../members/index.ts'
import { browserNames } from './browser-names.ts'
import { findOwnProfile } from './own-profile.store.ts'
import { endOtherSessions, endSession, listKnownDevices, listSessions } from './own-sessions.store.ts'
import { removePasskey, renamePasskey } from './passkeys.store.ts'
import { readSignInMethods } from './read-sign-in-methods.ts'
import { mailPerson } from './tell-person.ts'

type Names =
  | 'getSessions'
  | 'getDeviceKey'
  | 'endSession'
  | 'endOtherSessions'
  | 'getSignInMethods'
  | 'renamePasskey'
  | 'removePasskey'
  | 'getOwnData'
  | 'getPlantsToHandOver'

const ownSessions = async (tx: Tx, { userId, sessionId }: User, now: Date): Promise<OwnSession[]> =>
  (await listSessions(tx, userId, now)).map((row) => ({
    session_id: row.id,
    ...browserNames(row.userAgent),
    signed_in_at: row.createdAt.toISOString(),
    last_used_at: row.updatedAt.toISOString(),
    this_one: row.id === sessionId,
  }))

const aboutOneself = (tx: Tx, { userId, name }: User): void => about(tx, { kind: 'person', id: userId, name })

export const ownAccountHandlers: HandlersOf<Record<Names, unknown>> = {
  getSessions: async ({ tx, caller, ports }) => ({ sessions: await ownSessions(tx, caller, ports.clock.now()) }),
  getDeviceKey: async ({ caller, ports }) => ({ key: ports.deviceKeys(caller.userId) }),
  endSession: async ({ input: { sessionId }, caller, tx, announce, fail }) => {
    aboutOneself(tx, caller)
    if (!(await endSession(tx, caller.userId, sessionId))) return fail('SESSION_NOT_FOUND')
    announce({ user: caller.userId }, 'sessionEnded', { userid: caller.userId })
    return { session_id: sessionId }
  },
  endOtherSessions: async ({ caller, tx, announce }) => {
    aboutOneself(tx, caller)
    const ended = await endOtherSessions(tx, caller.userId, caller.sessionId)
    if (ended > 0) announce({ user: caller.userId }, 'sessionEnded', { userid: caller.userId })
    return { ended }
  },
  getSignInMethods: ({ tx, caller: { userId }, ports }) => readSignInMethods(tx, { userId, now: ports.clock.now() }),
  renamePasskey: async ({ input: { passkeyId, name }, caller, tx, announce, fail }) => {
    aboutOneself(tx, caller)
    if (!(await renamePasskey(tx, caller.userId, passkeyId, name))) return fail('PASSKEY_NOT_FOUND')
    announce({ user: caller.userId }, 'signInMethods', { userid: caller.userId })
    return { passkey_id: passkeyId }
  },
  removePasskey: async ({ input: { passkeyId }, caller, tx, announce, ports, fail }) => {
    aboutOneself(tx, caller)
    const removed = await removePasskey(tx, caller.userId, passkeyId)
    if (removed === 'unknown') return fail('PASSKEY_NOT_FOUND')
    if (removed === 'last') return fail('LAST_WAY_TO_SIGN_IN')
    await mailPerson(tx, ports, caller.userId, { template: 'passkeyRemoved', values: removed })
    announce({ user: caller.userId }, 'signInMethods', { userid: caller.userId })
    return { passkey_id: passkeyId }
  },
  getOwnData: async ({ tx, caller, ports }) => {
    const now = ports.clock.now()
    const memberships = await listMemberships(tx, caller.userId, now)
    return {
      at: now.toISOString(),
      profile: (await findOwnProfile(tx, caller.userId)) ?? fail('NOT_SIGNED_IN'),
      memberships: memberships.map(({ plantId: plant_id, since, ...rest }) => ({
        plant_id,
        ...rest,
        since: since.toISOString(),
      })),
      sessions: await ownSessions(tx, caller, now),
      known_devices: (await listKnownDevices(tx, caller.userId)).map((at) => at.toISOString()),
      sign_in_methods: await readSignInMethods(tx, { userId: caller.userId, now }),
    }
  },
  getPlantsToHandOver: ({ tx, caller, ports }) => listPlantsToHandOver(tx, caller.userId, ports.clock.now()),
}
