import type { UserInfos } from '@vigilux/contract/features/accounts/account.ts'
import type { accountActions } from '@vigilux/contract/features/accounts/accounts.actions.ts'
import type { User } from '../../kernel/caller.ts'
import type { HandlersOf } from '../../kernel/handler.ts'
import { fail } from '../../kernel/refusal.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { Ports } from '../../ports/ports.ts'
import { listVisiblePlantIds } from '../members/index.ts'
import { countUsers, listUsers } from './listed-users.store.ts'
import {
  addToAppConfig,
  decideValidation,
  findUserInfos,
  type ProfileRow,
  updateProfile,
  usertypeOf,
} from './profiles.store.ts'

type Context = { tx: Tx; caller: User; ports: Ports }

const pageRows = 25
const spanOf = (page: number, rows: number) => ({ offset: (page - 1) * rows, limit: rows })

const decisionMails = { verified: 'accountVerified', refused: 'accountRefused', suspended: 'accountSuspended' } as const

const ownInfos = async ({ tx, caller, ports: { settings } }: Context): Promise<UserInfos> => {
  const support = { email: settings.supportEmail, phone: settings.supportPhone }
  return (
    (await findUserInfos(tx, caller.userId, support, (ids) => listVisiblePlantIds(tx, caller, ids))) ??
    fail('NOT_SIGNED_IN')
  )
}

const change = async (context: Context, values: Partial<ProfileRow>): Promise<UserInfos> => {
  await updateProfile(context.tx, context.caller.userId, values)
  return ownInfos(context)
}

/** A consent keeps the day it was given; giving it again changes nothing. */
const consentAt = (given: boolean, before: string | null, now: Date): Date | null => {
  if (!given) return null
  return before ? new Date(before) : now
}

export const accountHandlers: HandlersOf<typeof accountActions> = {
  getUserInfos: async (context) => ({ user: await ownInfos(context) }),
  saveProfile: async ({ input: { language, ...profile }, ...context }) => ({
    user: await change(context, { ...profile, ...(language ? { language } : {}) }),
  }),
  saveAppConfig: async ({ input, caller, tx, fail }) => ({
    appConfig: (await addToAppConfig(tx, caller.userId, input.appConfig)) ?? fail('PAYLOAD_TOO_LARGE'),
  }),
  completeProfile: async ({ input, ...context }) => {
    // Else a suspended account would open itself again.
    if (context.caller.usertype !== 'basic' || context.caller.suspended) return context.fail('NOT_ALLOWED')
    const validation = input.usertype === 'installer' ? 'pending' : 'verified'
    return { user: await change(context, { ...input, validation }) }
  },
  saveMarketing: async ({ input, ...context }) => {
    const now = context.ports.clock.now()
    const { consents } = await ownInfos(context)
    const { consents: saved } = await change(context, {
      marketingAt: consentAt(input.marketing, consents.marketing, now),
      profilingAt: consentAt(input.profiling, consents.profiling, now),
      thirdpartsAt: consentAt(input.thirdparts, consents.thirdparts, now),
    })
    return { consents: saved }
  },
  saveNomina: async (context) => ({ user: await change(context, { nominaAcceptedAt: context.ports.clock.now() }) }),
  saveDisclaimerPhoto: async (context) => ({
    user: await change(context, { disclaimerPhotoAcceptedAt: context.ports.clock.now() }),
  }),
  getPendingUsers: async ({ input, tx }) => {
    const asked = { validation: 'pending' } as const
    const users = await listUsers(tx, asked, spanOf(input.page, pageRows))
    return { users, total: (await countUsers(tx, asked)).pending }
  },
  getAllUsers: async ({ input: { page, pageSize = pageRows, validation, ...butState }, tx }) => {
    const users = await listUsers(tx, { ...butState, validation }, spanOf(page, pageSize))
    const states = await countUsers(tx, butState)
    const total = validation ? states[validation] : Object.values(states).reduce((sum, n) => sum + n, 0)
    return { users, total, states }
  },
  updateUserValidation: async ({ input, caller, tx, announce, ports, fail }) => {
    const { userId, validation } = input
    const reason = input.reason ?? null
    const usertype = (await usertypeOf(tx, userId)) ?? fail('UserNotFoundException')
    // Who is of the office is made and ended by the operator.
    if (usertype === 'admin') return fail('NOT_ALLOWED')
    const decided = await decideValidation(tx, userId, { validation, reason, by: caller.userId, at: ports.clock.now() })
    if (!decided) return fail('ALREADY_DECIDED')
    await ports.mail.send(tx, {
      to: decided.email,
      language: decided.language,
      template: decisionMails[validation],
      values: { reason: reason ?? '', url: ports.settings.publicUrl },
    })
    announce({ user: userId }, 'updateUserValidation', { userid: userId, validation })
    return { userid: userId, validation }
  },
}
