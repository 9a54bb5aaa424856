import { type FaultCode, proofOf } from '@vigilux/contract/features/maintenance-rounds/fault-proof.rules.ts'
import { roundLimits } from '@vigilux/contract/features/maintenance-rounds/round-limits.ts'
import type { WriteContext } from '../../kernel/handler.ts'
import type { Work } from '../../kernel/work.ts'
import { type AcquiredUnitRefusal, type CentralUnitRow, requireAcquiredUnit } from '../central-units/index.ts'
import { type LampRow, refuseUnknownLamps } from '../lamps/index.ts'
import { insertItems, listLiveItems, type NewRoundItem, updateItems } from './round-items.store.ts'

type FaultRef = { topic: string; lamp: number | null; error: FaultCode }
type FoundFault = FaultRef & { unit: CentralUnitRow; of: LampRow | undefined; serial: string }

/** Finds the named units and lamps; refuses when one does not exist. */
const findNamed = async (
  { work }: WriteContext<AcquiredUnitRefusal | 'LAMP_NOT_FOUND'>,
  plantId: string,
  faults: readonly FaultRef[],
): Promise<FoundFault[]> => {
  const found: FoundFault[] = []
  for (const [topic, unitFaults] of Map.groupBy(faults, (one) => one.topic)) {
    const unit = await requireAcquiredUnit(work, plantId, { topic })
    const lamps = await refuseUnknownLamps(
      work,
      unit.id,
      unitFaults.flatMap(({ lamp }) => lamp ?? []),
    )
    for (const fault of unitFaults) {
      const lampRow = fault.lamp === null ? undefined : lamps.get(fault.lamp)
      found.push({ ...fault, unit, of: lampRow, serial: lampRow?.serial ?? '' })
    }
  }
  return found
}

const keyOf = (unitId: string, serial: string, error: string): string => `${unitId} ${serial} ${error}`

const isReported = ({ unit, of: lampRow, error }: FoundFault): boolean =>
  (lampRow ? (lampRow.errors as readonly string[]) : (unit.errors as readonly string[])).includes(error)

type ExistingItem = Awaited<ReturnType<typeof listLiveItems>>[number] | undefined
/** A fault of a unit or lamp that exists, each once, with its item of an earlier or open round. */
type NamedFault = { fault: FoundFault; existingItem: ExistingItem }

/** Finds the named faults, each once; refuses when a unit or lamp does not exist. */
export const findNamedFaults = async (
  context: WriteContext<AcquiredUnitRefusal | 'LAMP_NOT_FOUND'>,
  plantId: string,
  faults: readonly FaultRef[],
): Promise<NamedFault[]> => {
  const found = await findNamed(context, plantId, faults)
  const unitIds = [...new Set(found.map(({ unit }) => unit.id))]
  const liveItemsByKey = new Map(
    (await listLiveItems(context.work.tx, plantId, unitIds)).map((listed) => [
      keyOf(listed.item.centralUnitId, listed.item.serial, listed.item.error),
      listed,
    ]),
  )
  const faultsByKey = new Map(found.map((one) => [keyOf(one.unit.id, one.serial, one.error), one]))
  return [...faultsByKey].map(([key, fault]) => ({ fault, existingItem: liveItemsByKey.get(key) }))
}

/** Refuses a fault that the unit does not report, and no round waits for. */
export const refuseNotOpen = (work: Work<'FAULT_NOT_OPEN'>, { fault, existingItem }: NamedFault): void => {
  const { topic, lamp, error } = fault
  if (!existingItem && !isReported(fault)) work.fail('FAULT_NOT_OPEN', { topic, lamp, error })
}

/** Whether a fault is in no round: new, or left unproven by an earlier one. */
export const isOutsideRounds = ({ existingItem }: NamedFault): boolean =>
  (existingItem?.item.state ?? 'left') === 'left'

/** Adds faults outside of rounds to a round; returns how many. */
export const addFaultsOutsideRounds = async (
  work: Work,
  { plantId, roundId }: { plantId: string; roundId: string },
  faultsToAdd: readonly NamedFault[],
): Promise<number> => {
  await updateItems(
    work.tx,
    faultsToAdd.flatMap(({ existingItem }) => existingItem?.item.id ?? []),
    { state: 'carried' },
  )
  const items = faultsToAdd.map(({ fault, existingItem }): NewRoundItem => {
    const { unit, of: lampRow, serial, error } = fault
    const proof = proofOf({ of: lampRow ? 'lamp' : 'unit', error, isEmergency: lampRow?.type === 'emergency' })
    const itemKey = { plantId, roundId, centralUnitId: unit.id, serial, addr: lampRow?.addr ?? null, error }
    // A fault left by a round is open since its addition to the round.
    return { ...itemKey, proof, addedAt: existingItem?.item.addedAt ?? work.now, dueAt: work.now }
  })
  return insertItems(work.tx, items)
}

/**
 * Adds open faults to a round: reported by the unit, or left unproven by an earlier round. Refuses all when one is not
 * open or belongs to another round; faults of this round stay unchanged.
 */
export const addFaults = async (
  context: WriteContext<AcquiredUnitRefusal | 'LAMP_NOT_FOUND' | 'FAULT_IN_ROUND' | 'FAULT_NOT_OPEN'>,
  round: { plantId: string; roundId: string },
  faults: readonly FaultRef[],
): Promise<void> => {
  const { work } = context
  const namedFaults = await findNamedFaults(context, round.plantId, faults)
  for (const named of namedFaults) {
    const { fault, existingItem } = named
    const { topic, lamp, error } = fault
    if (!isOutsideRounds(named) && existingItem && existingItem.item.roundId !== round.roundId)
      work.fail('FAULT_IN_ROUND', { topic, lamp, error, round: existingItem.round ?? '' })
    refuseNotOpen(work, named)
  }
  const faultsToAdd = namedFaults.filter(isOutsideRounds)
  if ((await addFaultsOutsideRounds(work, round, faultsToAdd)) < faultsToAdd.length)
    work.fail('FAULT_IN_ROUND', { round: '' })
}

/** Refuses to exceed the maximum size of a round. */
export const refuseTooMany = (work: Work<'ROUND_LIMIT'>, total: number): void => {
  if (total > roundLimits.items) work.fail('ROUND_LIMIT', { limit: roundLimits.items, of: 'items' })
}
