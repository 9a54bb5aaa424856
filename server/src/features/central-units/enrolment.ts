import { randomUUID } from 'node:crypto'
import type { EnrolmentOutcome } from '@vigilux/contract/features/central-units/central-unit.ts'
import type { WriteContext } from '../../kernel/handler.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { Work } from '../../kernel/work.ts'
import type { CentralUnitRow } from '../../tables/central-units.schema.ts'
import {
  abandonCommands,
  type CommandListener,
  type CommandListeners,
  type CommandRefusal,
  type CommandRow,
  queueCommand,
  requestCommand,
  requesterOf,
} from '../commands/index.ts'
import { addEntries, entryOfUnit } from '../logbook/index.ts'
import { findAcquiredUnits, findUnit, removeUnit, viewUnits } from './central-units.store.ts'
import { isClockWrong } from './clock-readings.ts'
import {
  type EnrolmentRow,
  findLastEnrolment,
  findOpenByCommand,
  insertEnrolment,
  saveEnrolment,
  toEnrolment,
} from './enrolments.store.ts'
import { clockCommand } from './unit-clock.ts'
import { findLinks, recordAnswered, speaksOlderProtocol } from './unit-links.store.ts'
import { type Acquired, acquireUnit } from './unit-lives.store.ts'

const announceEnrolment = (work: Work, row: EnrolmentRow): EnrolmentRow => {
  work.broadcast({ plant: row.plantId }, 'enrollCuAck', { plant_id: row.plantId, enrolment: toEnrolment(row) })
  return row
}

/**
 * Opens the key window, or returns the open one. Only a person at the unit's keys learns of its enrolment in another
 * plant, otherwise anybody could probe serials.
 */
export const startEnrolment = async (
  context: WriteContext<CommandRefusal>,
  unit: CentralUnitRow,
): Promise<EnrolmentRow> => {
  const { work } = context
  const now = work.now
  const commandId = randomUUID()
  const opened = await insertEnrolment(work.tx, {
    id: randomUUID(),
    plantId: unit.plantId,
    unit: unit.unit,
    commandId,
    outcome: null,
    unitReached: false,
    startedAt: now,
    expiresAt: new Date(now.getTime() + work.ports.settings.enrolmentWindowS * 1000),
  })
  if (!opened) {
    const open = await findLastEnrolment(work.tx, unit.plantId, unit.unit)
    if (!open) throw new Error('an open enrolment that cannot be found')
    return open
  }
  await setClockBeforeEnrolment(context, unit)
  const command = { name: 'enrol', windowS: work.ports.settings.enrolmentWindowS } as const
  await requestCommand(context, { plantId: unit.plantId, unit, command, waitsForUnit: true, id: commandId })
  return announceEnrolment(work, opened)
}

/**
 * Corrects a clock far off, because the unit would reject the request as outdated. A unit of another plant does not get
 * this plant's time zone.
 */
const setClockBeforeEnrolment = async (
  { work, caller }: WriteContext<CommandRefusal>,
  unit: CentralUnitRow,
): Promise<void> => {
  const holder = (await findAcquiredUnits(work.tx, [unit.unit])).get(unit.unit)
  if (holder && holder.plantId !== unit.plantId) return
  const link = (await findLinks(work.tx, [unit.unit])).get(unit.unit)
  if (!link?.online || !isClockWrong(link.clockDriftS)) return
  const command = await clockCommand(work, unit)
  // A unit in a new life counts as connected only once it is enrolled.
  await requestCommand({ work, caller }, { plantId: unit.plantId, unit, command, waitsForUnit: true })
}

/** Outcome of the unit's codes. A Map, because a unit may send any text, including names of object properties. */
const outcomeOfCode = new Map<string, EnrolmentOutcome>([
  ['KEYS_NOT_PRESSED', 'keysNotPressed'],
  ['ENROLMENT_NOT_ENABLED', 'notEnabled'],
  ['ERROR_COMMAND_NOT_ENABLED', 'notEnabled'],
  ['ALREADY_ENROLLED', 'alreadyEnrolled'],
])

const outcomeOf = (row: CommandRow): EnrolmentOutcome => {
  if (row.state === 'done') return 'ok'
  if (row.error !== 'refused') return 'keysNotPressed'
  return outcomeOfCode.get(row.code ?? '') ?? 'error'
}

/** Records the enrolment, notifies the watchers, and asks the unit for everything. */
const completeEnrolment = async (row: CommandRow, work: Work, isReset: boolean) => {
  const { plantId } = row
  const unit = await findUnit(work.tx, plantId, { topic: row.unit })
  if (!unit) return
  if (row.answeredBy) await recordAnswered(work, row.unit, row.answeredBy)
  const { id: centralUnitId, life } = unit
  const kind = isReset ? 'unitReset' : 'unitEnrolled'
  addEntries(work, [
    entryOfUnit({ kind, plantId, centralUnitId, unit: row.unit, life, at: work.now, by: requesterOf(row) }),
  ])
  const [view] = await viewUnits(work, [unit])
  if (view) work.broadcast({ plant: plantId }, 'shadow', { plant_id: plantId, unit: view })
  // Reports sent with the answer may have reached another node before it knew the enrolment.
  await queueCommand({ work, caller: null }, { plantId, unit, command: { name: 'refresh' } })
}

/** The outcome, refined beyond the unit's answer. */
const outcomeFrom = async (answer: EnrolmentOutcome, acquired: Acquired, { unit }: EnrolmentRow, tx: Tx) => {
  if (answer === 'ok' && acquired === 'refused') return 'alreadyEnrolled'
  return answer === 'keysNotPressed' && (await speaksOlderProtocol(tx, unit)) ? 'olderProtocol' : answer
}

/** Follows the enrolment through the states of its command. */
const onEnrol: CommandListener = async (row, work) => {
  const open = await findOpenByCommand(work.tx, row.id)
  if (!open) return
  if (row.dueAt !== null) {
    if (row.state === 'accepted' && !open.unitReached)
      announceEnrolment(work, await saveEnrolment(work.tx, open.id, { unitReached: true }))
    return
  }
  const answer = outcomeOf(row)
  const acquired = answer === 'ok' ? await acquireUnit(work, open.plantId, open.unit, row.answeredBy) : 'refused'
  const outcome = await outcomeFrom(answer, acquired, open, work.tx)
  announceEnrolment(work, await saveEnrolment(work.tx, open.id, { outcome }))
  if (outcome === 'ok') await completeEnrolment(row, work, acquired === 'reset')
}

/** The unit was reset to factory state: it leaves the plant. */
const onDeEnrol: CommandListeners['deEnrol'] = async (row, work) => {
  if (row.state !== 'done') return
  const unit = await findUnit(work.tx, row.plantId, { topic: row.unit })
  if (!unit) return
  await removeUnit(work, row.plantId, row.unit, { at: work.now, by: requesterOf(row) })
  await abandonCommands(work, row.plantId, row.unit)
  work.broadcast({ plant: row.plantId }, 'removeCu', { plant_id: row.plantId, cu_id: unit.cuId, cu_type: unit.cuType })
}

export const centralUnitCommandListeners: CommandListeners = { enrol: onEnrol, deEnrol: onDeEnrol }
