import type { Work } from '../../kernel/work.ts'
import { findUnit } from '../central-units/index.ts'
import { type CommandListener, changesConfiguration, requesterOf } from '../commands/index.ts'
import { addEntries } from '../logbook/index.ts'
import type { OperationRow, StepRow } from './operations.store.ts'

type Change = { plantId: string; unit: string; change: string; at: Date; by: ReturnType<typeof requesterOf> }
type WriteOutcome = { state: 'done' | 'interrupted' | 'cancelled'; lamps: readonly number[] }

const logConfiguration = async (
  work: Work,
  { plantId, unit, change, at, by: author }: Change,
  { state, lamps }: WriteOutcome,
): Promise<void> => {
  const row = await findUnit(work.tx, plantId, { topic: unit })
  const [firstLamp = null] = lamps
  const facts = { change, state, lamps: lamps.length }
  const where = { centralUnitId: row?.id ?? null, unit, lamp: lamps.length === 1 ? firstLamp : null }
  addEntries(work, [{ kind: 'configurationChanged', facts, plantId, ...where, at, by: author }])
}

/** Writes the end of a requested operation to the logbook: one change, however many commands it took. */
export const logOperation = async (work: Work, row: OperationRow, steps: readonly StepRow[]): Promise<void> => {
  const { plantId, unit, kind: change, endedAt, state } = row
  const writtenSteps = steps.filter((step) => step.role === 'work' && step.state === 'done')
  // An operation stopped before its first write has changed nothing.
  if (row.requestedBy === null || endedAt === null || writtenSteps.length === 0) return
  if (state !== 'done' && state !== 'interrupted' && state !== 'cancelled') return
  const lamps = [...new Set(writtenSteps.flatMap((step) => step.lamps))]
  await logConfiguration(work, { plantId, unit, change, at: endedAt, by: requesterOf(row) }, { state, lamps })
}

/** Writes a requested configuration change to the logbook once the unit has made it. */
export const logConfigurationListener: CommandListener = async (row, work) => {
  if (row.state !== 'done' || row.requestedBy === null || row.operationId !== null) return
  if (!changesConfiguration(row.name)) return
  const { plantId, unit, name: change, endedAt, requestedAt } = row
  const lamps = 'lamp' in row.command && typeof row.command.lamp === 'number' ? [row.command.lamp] : []
  await logConfiguration(
    work,
    { plantId, unit, change, at: endedAt ?? requestedAt, by: requesterOf(row) },
    { state: 'done', lamps },
  )
}
