import type { UserInfos } from '@vigilux/contract/features/accounts/account.ts'
import type { accountActions } from '@vigilux/contract/features/accounts/accounts.actions.ts'
import type { User } from '../../kernel/caller.ts'
import type { HandlersOf } from '../../kernel/handler.ts'
import { fail } from '../../kernel/refusal.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { Ports } from '../../ports/ports.ts'
import { listVisiblePlantIds } from '../members/index.ts'
import {
  accountExists,
  addToAppConfig,
  countPending,
  decideValidation,
  findUserInfos,
  listPending,
  type ProfileRow,
  updateProfile,
} from './profiles.store.ts'

type Context = { tx: Tx; caller: User; ports: Ports }

const pendingPageRows = 25

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
    if (context.caller.usertype !== 'basic') return context.fail('NOT_ALLOWED')
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
    const span = { offset: (input.page - 1) * pendingPageRows, limit: pendingPageRows }
    const rows = await listPending(tx, span)
    return {
      users: rows.map(({ profile, email }) => ({
        userid: profile.userId,
        email,
        name: profile.name,
        surname: profile.surname,
        usertype: profile.usertype,
        businessname: profile.businessname,
        piva: profile.piva,
        phone: profile.phone,
        city: profile.address.city,
        country: profile.address.country,
        created_at: profile.createdAt.toISOString(),
      })),
      total: await countPending(tx),
    }
  },
  updateUserValidation: async ({ input, caller, tx, announce, ports, fail }) => {
    const { userId, validation } = input
    const reason = input.reason ?? null
    const decision = { validation, reason, by: caller.userId, at: ports.clock.now() }
    const decided = await decideValidation(tx, userId, decision)
    if (!decided) return fail((await accountExists(tx, userId)) ? 'ALREADY_DECIDED' : 'UserNotFoundException')
    const template = validation === 'verified' ? 'accountVerified' : 'accountRefused'
    const { email: to, language } = decided
    await ports.mail.send(tx, {
      to,
      language,
      template,
      values: { reason: reason ?? '', url: ports.settings.publicUrl },
    })
    announce({ user: userId }, 'updateUserValidation', { userid: userId, validation })
    return { userid: userId, validation }
  },
}
