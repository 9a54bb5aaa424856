import { unitTypeOf, unitTypes } from '@vigilux/device-plane/registry.ts'
import { unitId } from '@vigilux/device-plane/topics.ts'
import { type DemoAccount, demoAccounts } from '../../server/src/demo/demo-accounts.ts'

/** Who and what a run asks for and as: accounts and units of two plants that have nothing to do with each other. */

/** Callers of one role have nothing in common but the role: what one uses up, the others still have. */
export type FuzzAccount = DemoAccount & { who: string; tenant: number }

export type FuzzUnit = { cuType: string; cuId: string; tenant: number; isSound: boolean; isEnrolled: boolean }

export const tenants = 2
/** Belongs to a plant of its own, and is asked for by nobody else. */
export const idleAccount: DemoAccount = { name: 'calm', usertype: 'client', role: 'clientOwner' }

const copiesOf = ({ name }: DemoAccount, scale: number): number => scale * (name === 'installer' ? 8 : 2)

export const fuzzAccounts = (scale: number): FuzzAccount[] =>
  demoAccounts.flatMap((account) =>
    Array.from({ length: copiesOf(account, scale) }, (_, n) => ({
      ...account,
      who: account.name,
      name: `${account.name}-${n}`,
      tenant: n % tenants,
    })),
  )

const unitsPerType = 12

/** Units of each type: some that send what their protocol allows, more that do not, and one that nobody has enrolled. */
export const fuzzUnits = (): FuzzUnit[] =>
  Object.keys(unitTypes).flatMap((cuType) =>
    Array.from({ length: unitsPerType }, (_, n) => ({
      cuType,
      cuId: (0xf0000 + n)
        .toString(16)
        .toUpperCase()
        .padStart(unitTypeOf(cuType)?.facts.serialDigits ?? 6, '0'),
      tenant: n % tenants,
      isSound: n < 4,
      isEnrolled: n < unitsPerType - 1,
    })),
  )

export const idOf = ({ cuType, cuId }: Pick<FuzzUnit, 'cuType' | 'cuId'>): string => unitId(cuType, cuId)
