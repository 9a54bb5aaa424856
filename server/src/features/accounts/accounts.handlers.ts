import { isDeepStrictEqual } from 'node:util'
import { type IdentityCheck, needsIdentity, type UserInfos } from '@vigilux/contract/features/accounts/account.ts'
import type { accountActions } from '@vigilux/contract/features/accounts/accounts.actions.ts'
import type { User } from '../../kernel/caller.ts'
import type { HandlersOf } from '../../kernel/handler.ts'
import type { Work } from '../../kernel/work.ts'
import { dayIn } from '../../kernel/zoned.ts'
import { listVisiblePlantIds, lockBeforeActivityChange } from '../members/index.ts'
import { countUsers, findUser, listUsers } from './listed-users.store.ts'
import { ownAccountHandlers } from './own-account.handlers.ts'
import {
  addToAppConfig,
  decideValidation,
  findDecidedProfile,
  findUserInfos,
  nextProfileVersion,
  saveDeclarations,
  saveProfileIfVersion,
  updateProfile,
  type WrittenProfile,
} from './profiles.store.ts'
import { refuseWrongVatNumber } from './vat-number.ts'

type Context = { work: Work<'NOT_SIGNED_IN'>; caller: User }

const pageRows = 25
const spanOf = (page: number, rows: number) => ({ offset: (page - 1) * rows, limit: rows })

const decisionMails = { verified: 'accountVerified', refused: 'accountRefused', suspended: 'accountSuspended' } as const

const readOwnInfos = async ({ work, caller }: Context): Promise<UserInfos> => {
  const { supportEmail: email, supportPhone: phone } = work.ports.settings
  return (
    (await findUserInfos(work.tx, caller.userId, { email, phone }, (ids) =>
      listVisiblePlantIds(work.tx, caller, work.now, ids),
    )) ?? work.fail('NOT_SIGNED_IN')
  )
}

const change = async (context: Context, values: Parameters<typeof updateProfile>[2]): Promise<UserInfos> => {
  auditPerson(context.work, context.caller.userId, context.caller.name)
  await updateProfile(context.work.tx, context.caller.userId, values)
  return readOwnInfos(context)
}

const toWrittenProfile = ({ name, surname, phone, kind, piva, businessname, address }: UserInfos): WrittenProfile => ({
  name,
  surname,
  phone,
  kind,
  piva,
  businessname,
  address,
})

/** The date of the first acceptance; accepting again changes nothing. */
const acceptedAt = (before: string | null, now: Date): Date => (before ? new Date(before) : now)

const consentAt = (isAccepted: boolean, before: string | null, now: Date): Date | null =>
  isAccepted ? acceptedAt(before, now) : null

const auditPerson = (work: Work, id: string, name: string): void => work.audit.target({ kind: 'person', id, name })

/** Refuses to verify an installer whose name nobody has checked; a day ahead of all clocks on earth is no check. */
const refuseUncheckedIdentity = (
  work: Work<'IDENTITY_NOT_CHECKED'>,
  profile: { usertype: string; kind: string; identityCheckedOn: string | null },
  identity: IdentityCheck | null,
): void => {
  const checkedOn = identity?.checkedOn ?? profile.identityCheckedOn
  const isCheckedBefore = checkedOn !== null && checkedOn <= dayIn(work.now, 'Pacific/Kiritimati')
  if (needsIdentity(profile) && !isCheckedBefore) work.fail('IDENTITY_NOT_CHECKED')
}

export const accountHandlers: Omit<HandlersOf<typeof accountActions>, 'getOwnData'> = {
  ...ownAccountHandlers,
  getLimits: async ({ work }) => work.ports.settings.limits,
  getUserInfos: async (context) => ({ user: await readOwnInfos(context) }),
  saveProfile: async ({ input: { language, version, ...profileFields }, ...context }) => {
    const { work, caller } = context
    const ownInfos = await readOwnInfos(context)
    auditPerson(work, caller.userId, caller.name)
    // The language is chosen separately and is part of no form, so it needs no version.
    if (!isDeepStrictEqual(toWrittenProfile(ownInfos), profileFields)) {
      // An unchanged VAT number is not checked again, so it cannot block another change, such as a name.
      const { piva, address } = ownInfos
      if (profileFields.piva !== piva || profileFields.address.country !== address.country)
        refuseWrongVatNumber(work, profileFields)
      if (!(await saveProfileIfVersion(work.tx, caller.userId, version, profileFields))) {
        const storedInfos = await readOwnInfos(context)
        return work.fail('CHANGED_MEANWHILE', {
          now: { ...toWrittenProfile(storedInfos), version: storedInfos.version },
        })
      }
    }
    if (language) await updateProfile(work.tx, caller.userId, { language })
    return { user: await readOwnInfos(context) }
  },
  saveAppConfig: async ({ work, input, caller }) => {
    auditPerson(work, caller.userId, caller.name)
    return {
      appConfig: (await addToAppConfig(work.tx, caller.userId, input.appConfig)) ?? work.fail('PAYLOAD_TOO_LARGE'),
    }
  },
  completeProfile: async ({ input, ...context }) => {
    // Otherwise a suspended account could reopen itself.
    if (context.caller.usertype !== 'basic' || context.caller.suspended) return context.work.fail('NOT_ALLOWED')
    refuseWrongVatNumber(context.work, { ...input, address: (await readOwnInfos(context)).address })
    context.work.audit.diff({ usertype: context.caller.usertype }, { usertype: input.usertype })
    const validation = input.usertype === 'installer' ? 'pending' : 'verified'
    const { caller } = context
    const completeActivityChange = await lockBeforeActivityChange(context.work, caller.userId)
    const { nameDeclared, ...profileFields } = input
    const nameDeclaredAt = nameDeclared ? context.work.now : null
    const user = await change(context, { ...profileFields, nameDeclaredAt, validation, version: nextProfileVersion })
    await completeActivityChange()
    return { user }
  },
  saveMarketing: async ({ input, ...context }) => {
    const now = context.work.ports.clock.now()
    const { consents } = await readOwnInfos(context)
    const { marketing, profiling, thirdparts } = input
    context.work.audit.diff(
      {
        marketing: consents.marketing !== null,
        profiling: consents.profiling !== null,
        thirdparts: consents.thirdparts !== null,
      },
      { marketing, profiling, thirdparts },
    )
    const { consents: savedConsents } = await change(context, {
      marketingAt: consentAt(input.marketing, consents.marketing, now),
      profilingAt: consentAt(input.profiling, consents.profiling, now),
      thirdpartsAt: consentAt(input.thirdparts, consents.thirdparts, now),
    })
    return { consents: savedConsents }
  },
  saveDeclarations: async ({ work, caller }) => {
    auditPerson(work, caller.userId, caller.name)
    await saveDeclarations(work.tx, caller.userId, work.now)
    work.broadcast({ user: caller.userId }, 'saveDeclarations', { userid: caller.userId })
    return { userid: caller.userId }
  },
  saveNomina: async (context) => {
    const { nominaAccepted } = await readOwnInfos(context)
    return {
      user: await change(context, { nominaAcceptedAt: acceptedAt(nominaAccepted, context.work.ports.clock.now()) }),
    }
  },
  saveDisclaimerPhoto: async (context) => {
    const { disclaimerPhotoAccepted: before } = await readOwnInfos(context)
    return {
      user: await change(context, { disclaimerPhotoAcceptedAt: acceptedAt(before, context.work.ports.clock.now()) }),
    }
  },
  getPendingUsers: async ({ work, input }) => {
    const filter = { validation: 'pending' } as const
    const users = await listUsers(work.tx, filter, spanOf(input.page, pageRows))
    return { users, total: (await countUsers(work.tx, filter)).pending }
  },
  getAllUsers: async ({ work, input: { page, pageSize = pageRows, validation, ...butState } }) => {
    const users = await listUsers(work.tx, { ...butState, validation }, spanOf(page, pageSize))
    const states = await countUsers(work.tx, butState)
    const total = validation ? states[validation] : Object.values(states).reduce((total, n) => total + n, 0)
    return { users, total, states }
  },
  getUser: async ({ work, input }) => ({
    user: (await findUser(work.tx, input.userId)) ?? work.fail('UserNotFoundException'),
  }),
  updateUserValidation: async ({ work, input, caller }) => {
    const { userId, validation, was: previousValidation } = input
    const reason = input.reason ?? null
    const profile = (await findDecidedProfile(work.tx, userId)) ?? work.fail('UserNotFoundException')
    // Only the operator creates and ends office accounts.
    if (profile.usertype === 'admin') return work.fail('NOT_ALLOWED')
    const identity = input.identity ?? null
    if (validation === 'verified') refuseUncheckedIdentity(work, profile, identity)
    const decision = { by: caller.userId, at: work.now }
    const completeActivityChange = await lockBeforeActivityChange(work, userId)
    const decidedUser = await decideValidation(work.tx, userId, {
      validation,
      was: previousValidation,
      reason,
      identity,
      ...decision,
    })
    if (!decidedUser) return work.fail('ALREADY_DECIDED')
    auditPerson(work, userId, decidedUser.email)
    work.audit.diff(
      { validation: decidedUser.was },
      { validation, reason, identityMethod: identity?.method, identityCheckedOn: identity?.checkedOn },
    )
    await work.ports.mail.send(work.tx, {
      to: decidedUser.email,
      language: decidedUser.language,
      template: decisionMails[validation],
      values: { reason: reason ?? '', url: work.ports.settings.publicUrl },
    })
    await completeActivityChange()
    work.broadcast({ user: userId }, 'updateUserValidation', { userid: userId, validation })
    return { userid: userId, validation }
  },
}
