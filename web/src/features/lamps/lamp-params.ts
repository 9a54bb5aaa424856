import { type LampParamName, type LampParams, lampParamNames } from '@vigilux/contract/features/lamps/lamp-detail.ts'

/** The parameters that a lamp takes, and the values that it reports of them. */
export type TakenParams = { id: number; takes: readonly LampParamName[]; params: LampParams }

/** Parameters that every one of the lamps takes, in the order of the contract. */
export function commonParams(lamps: readonly TakenParams[]): LampParamName[] {
  if (lamps.length === 0) return []
  return lampParamNames.filter((name) => lamps.every(({ takes }) => takes.includes(name)))
}

/** Parameters that some of the lamps take and others do not, each with the lamps that stand in the way. */
export function blockedParams(lamps: readonly TakenParams[]): { name: LampParamName; lamps: number[] }[] {
  return lampParamNames.flatMap((name) => {
    const without = lamps.filter(({ takes }) => !takes.includes(name)).map(({ id }) => id)
    return without.length > 0 && without.length < lamps.length ? [{ name, lamps: without }] : []
  })
}

/** What is sent: what the person set, and that is not so already on every lamp. */
export function changedParams(set: LampParams, lamps: readonly TakenParams[]): LampParams {
  const entries = Object.entries(set).filter(([name, value]) =>
    lamps.some(({ params }) => params[name as LampParamName] !== value),
  )
  return Object.fromEntries(entries) as LampParams
}
