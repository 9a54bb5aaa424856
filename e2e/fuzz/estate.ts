import { unitTypeOf, unitTypes } from '@vigilux/device-plane/registry.ts'
import { unitId } from '@vigilux/device-plane/topics.ts'
import { type DemoAccount, demoAccounts } from '../../server/src/demo/demo-accounts.ts'

/** Accounts and units of a run, in two unrelated plants. */

/** Accounts of one role share nothing else, so the limits of one do not affect the others. */
export type FuzzAccount = DemoAccount & { callerKind: string; tenant: number }

export type FuzzUnit = { cuType: string; cuId: string; tenant: number; isValid: boolean; isEnrolled: boolean }

export const tenants = 2
/** Member of a separate plant, which no other account uses. */
export const idleAccount: DemoAccount = { name: 'calm', usertype: 'client', role: 'clientOwner' }

const copiesOf = ({ name }: DemoAccount, scale: number): number => scale * (name === 'installer' ? 8 : 2)

export const fuzzAccounts = (scale: number): FuzzAccount[] =>
  demoAccounts.flatMap((account) =>
    Array.from({ length: copiesOf(account, scale) }, (_, n) => ({
      ...account,
      callerKind: account.name,
      name: `${account.name}-${n}`,
      tenant: n % tenants,
    })),
  )

const unitsPerType = 12

/** Units of each type: some with valid messages, more with invalid ones, and one without enrolment. */
export const fuzzUnits = (): FuzzUnit[] =>
  Object.keys(unitTypes).flatMap((cuType) =>
    Array.from({ length: unitsPerType }, (_, n) => ({
      cuType,
      cuId: (0xf0000 + n)
        .toString(16)
        .toUpperCase()
        .padStart(unitTypeOf(cuType)?.facts.serialDigits ?? 6, '0'),
      tenant: n % tenants,
      isValid: n < 4,
      isEnrolled: n < unitsPerType - 1,
    })),
  )

export const idOf = ({ cuType, cuId }: Pick<FuzzUnit, 'cuType' | 'cuId'>): string => unitId(cuType, cuId)
