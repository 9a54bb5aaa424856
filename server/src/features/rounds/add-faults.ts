import { type FaultCode, proofOf } from '@vigilux/contract/features/rounds/fault-proof.rules.ts'
import { roundLimits } from '@vigilux/contract/features/rounds/round-limits.ts'
import type { WriteContext } from '../../kernel/handler.ts'
import { fail } from '../../kernel/refusal.ts'
import { type CentralUnitRow, requireAcquiredUnit } from '../central-units/index.ts'
import { type LampRow, refuseUnknownLamps } from '../lamps/index.ts'
import { insertItems, listLiveItems, type NewRoundItem, updateItems } from './round-items.store.ts'

type Named = { topic: string; lamp: number | null; error: FaultCode }
type FoundFault = Named & { unit: CentralUnitRow; of: LampRow | undefined; serial: string }

/** Finds the named units and lamps; refuses when one does not exist. */
const findNamed = async ({ work }: WriteContext, plantId: string, faults: readonly Named[]): Promise<FoundFault[]> => {
  const found: FoundFault[] = []
  for (const [topic, its] of Map.groupBy(faults, (one) => one.topic)) {
    const unit = await requireAcquiredUnit(work, plantId, { topic })
    const lamps = await refuseUnknownLamps(
      work,
      unit.id,
      its.flatMap(({ lamp }) => lamp ?? []),
    )
    for (const one of its) {
      const of = one.lamp === null ? undefined : lamps.get(one.lamp)
      found.push({ ...one, unit, of, serial: of?.serial ?? '' })
    }
  }
  return found
}

const keyOf = (unitId: string, serial: string, error: string): string => `${unitId} ${serial} ${error}`

const isReported = ({ unit, of, error }: FoundFault): boolean =>
  (of ? (of.errors as readonly string[]) : (unit.errors as readonly string[])).includes(error)

type ExistingItem = Awaited<ReturnType<typeof listLiveItems>>[number] | undefined

/** Whether a fault has to be added; refuses a fault of another round, and one that is not open. */
const shouldAdd = (one: FoundFault, held: ExistingItem, roundId: string): boolean => {
  const { topic, lamp, error } = one
  if (held?.item.state === 'left') return true
  if (held && held.item.roundId !== roundId)
    return fail('FAULT_IN_ROUND', { topic, lamp, error, round: held.round ?? '' })
  if (!held && !isReported(one)) return fail('FAULT_NOT_OPEN', { topic, lamp, error })
  return !held
}

/**
 * Adds open faults to a round: reported by the unit, or left unproven by an earlier round. Refuses all when one is not open or
 * belongs to another round; faults of this round stay unchanged.
 */
export const addFaults = async (
  context: WriteContext,
  { plantId, roundId }: { plantId: string; roundId: string },
  faults: readonly Named[],
): Promise<void> => {
  const { work } = context
  const now = work.now
  const found = await findNamed(context, plantId, faults)
  const unitIds = [...new Set(found.map(({ unit }) => unit.id))]
  const held = new Map(
    (await listLiveItems(work.tx, plantId, unitIds)).map((one) => [
      keyOf(one.item.centralUnitId, one.item.serial, one.item.error),
      one,
    ]),
  )
  const keyed = new Map(found.map((one) => [keyOf(one.unit.id, one.serial, one.error), one]))
  const taken = [...keyed].filter(([key, one]) => shouldAdd(one, held.get(key), roundId))
  await updateItems(
    work.tx,
    taken.flatMap(([key]) => held.get(key)?.item.id ?? []),
    { state: 'carried' },
  )
  const items = taken.map(([key, { unit, of, serial, error }]): NewRoundItem => {
    const proof = proofOf({ of: of ? 'lamp' : 'unit', error, isEmergency: of?.type === 'emergency' })
    const named = { plantId, roundId, centralUnitId: unit.id, serial, addr: of?.addr ?? null, error }
    // A fault left by a round is open since that round added it.
    return { ...named, proof, addedAt: held.get(key)?.item.addedAt ?? now, dueAt: now }
  })
  if ((await insertItems(work.tx, items)) < items.length) fail('FAULT_IN_ROUND', { round: '' })
}

/** Refuses to exceed the maximum size of a round. */
export const refuseTooMany = (total: number): void => {
  if (total > roundLimits.items) fail('ROUND_LIMIT', { limit: roundLimits.items, of: 'items' })
}
