import type { RestoredUnit } from '@vigilux/contract/features/plant-archive/plant-archive.ts'
import type { WriteContext } from '../../kernel/handler.ts'
import type { Work } from '../../kernel/work.ts'
import { typeNameOf } from '../../ports/device.ts'
import { abandonCommands, queueCommand, refuseWhileHeld } from '../commands/index.ts'
import { addEntries, entryOfUnit, type Person } from '../logbook/index.ts'
import { listUnitRows } from './central-units.store.ts'
import { endOpenEnrolment } from './enrolments.store.ts'
import { type RestoredUnitRow, releaseUnits, restoreUnits } from './released-units.store.ts'
import { markUnknownUnits } from './unit-lives.store.ts'

type UnitChange = { kind: 'unitRemoved' | 'unitEnrolled'; at: Date; by: Person }

/** A plant may be deleted repeatedly in the same life of its units: each time is logged. */
const logUnits = (
  context: WriteContext,
  units: readonly { id: string; plantId: string; unit: string }[],
  entry: UnitChange,
) =>
  addEntries(
    context.work,
    units.map(({ id: centralUnitId, plantId, unit }) =>
      entryOfUnit({ ...entry, centralUnitId, plantId, unit, life: null }),
    ),
  )

/** Refuses while an operation runs on any unit of the plant. */
export const refuseWhileAnyHeld = async (work: Work<'UNIT_BUSY'>, plantId: string): Promise<void> => {
  for (const { unit } of await listUnitRows(work.tx, [plantId])) await refuseWhileHeld(work, plantId, unit)
}

/** Releases the units of a deleted plant: nothing more is sent to them, and other plants may enrol them. */
export const releasePlantUnits = async (context: WriteContext, plantId: string, at: Date): Promise<void> => {
  const { work, caller: author } = context
  const releasedUnits = await releaseUnits(work, plantId, at)
  for (const { unit } of releasedUnits) {
    await endOpenEnrolment(work.tx, plantId, unit)
    await abandonCommands(work, plantId, unit)
  }
  const enrolled = releasedUnits.filter(({ releasedEnrolled }) => releasedEnrolled)
  await logUnits(context, enrolled, { kind: 'unitRemoved', at, by: author })
}

const toRestored = ({ ports }: Work, { row, became: restoredState }: RestoredUnitRow): RestoredUnit => ({
  topic: row.unit,
  cu_type: row.cuType,
  type_name: typeNameOf(ports.devices, row.cuType),
  cu_id: row.cuId,
  description: row.description,
  became: restoredState,
})

/** Enrols the units of a deleted plant again, and asks them for their unreported data. */
export const restorePlantUnits = async (
  context: WriteContext,
  plantId: string,
  removedAt: Date,
): Promise<RestoredUnit[]> => {
  const { work, caller: author } = context
  const now = work.now
  const restoredUnits = await restoreUnits(work, plantId, removedAt)
  const enrolledUnits = restoredUnits.filter(
    ({ became: restoredState }) => restoredState === 'enrolled' || restoredState === 'reset',
  )
  await logUnits(
    context,
    enrolledUnits.map(({ row }) => row),
    { kind: 'unitEnrolled', at: now, by: author },
  )
  await markUnknownUnits(
    work,
    enrolledUnits.flatMap(({ row: { id }, became: restoredState, seenLife }) =>
      restoredState === 'reset' && seenLife ? [{ id, life: seenLife }] : [],
    ),
  )
  for (const { row: unit, became: restoredState } of restoredUnits)
    if (restoredState === 'enrolled')
      await queueCommand({ ...context, caller: null }, { plantId, unit, command: { name: 'refresh' } })
  return restoredUnits.map((unit) => toRestored(work, unit))
}
