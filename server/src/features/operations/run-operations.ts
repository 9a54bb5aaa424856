import { randomUUID } from 'node:crypto'
import { hasEnded, nextMove, rearmSteps } from '@vigilux/contract/features/operations/operation.rules.ts'
import type { Operation, OperationKind, OperationState } from '@vigilux/contract/features/operations/operation.ts'
import type { UnitCommand } from '@vigilux/device-plane/commands.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { Work } from '../../kernel/work.ts'
import { type CentralUnitRow, type EnabledUnitRefusal, findUnit, requireEnabledUnit } from '../central-units/index.ts'
import {
  type CommandListener,
  type CommandRefusal,
  type CommandRequester,
  type CommandRow,
  claimHold,
  queueCommand,
  refuseUnwritable,
  refuseWhileHeld,
  releaseHold,
  type UnitHold,
} from '../commands/index.ts'
import { logOperation } from './log-configuration.ts'
import {
  insertOperation,
  isContinuable,
  isUndoable,
  listNewestOfUnits,
  listOperationSteps,
  lockOperation,
  type OperationRow,
  type StepRow,
  saveOperation,
  saveStep,
  toOperation,
} from './operations.store.ts'

/** A step as defined by the operation's feature. */
export type StepDraft = Pick<StepRow, 'role' | 'command' | 'undo' | 'lamps'> & {
  until?: 'networkCompleted'
  effectAtClose?: true
}

export type OperationDraft = {
  plantId: string
  unit: CentralUnitRow
  kind: OperationKind
  steps: readonly StepDraft[]
  undoes?: string
  bundleId?: string
}

/** Maximum consecutive unanswered sends of a repeated step: a searching unit answers slowly. */
const maxMisses = 3

const viewOperation = async (tx: Tx, row: OperationRow, steps: readonly StepRow[]): Promise<Operation> => {
  const newest = await listNewestOfUnits(tx, row.plantId, [row.unit])
  return toOperation(row, steps, newest.has(row.id))
}

const broadcastOperation = async (work: Work, row: OperationRow, steps: readonly StepRow[]): Promise<Operation> => {
  const operation = await viewOperation(work.tx, row, steps)
  work.broadcast({ plant: row.plantId }, 'operation', { plant_id: row.plantId, operation })
  return operation
}

const requesterOf = ({ requestedBy, requestedByName }: OperationRow): CommandRequester =>
  requestedBy === null ? null : { userId: requestedBy, name: requestedByName ?? '' }

/** Steps to skip when an operation ends: unsent ones, and those made void by an open frame. */
const skipRemaining = async (tx: Tx, steps: StepRow[]): Promise<StepRow[]> => {
  const isClosed = steps.every(({ role, state }) => role !== 'close' || state === 'done')
  const isVoid = ({ state, effectAtClose }: StepRow) => state === 'done' && effectAtClose && !isClosed
  const remainingSteps = steps.map(
    (step): StepRow => (step.state === 'waiting' || isVoid(step) ? { ...step, state: 'leftOut' } : step),
  )
  for (const [at, step] of remainingSteps.entries()) if (step !== steps[at]) await saveStep(tx, step)
  return remainingSteps
}

const end = async (work: Work, row: OperationRow, steps: StepRow[], state: OperationState): Promise<Operation> => {
  const { tx } = work
  const remainingSteps = await skipRemaining(tx, steps)
  const endedRow: OperationRow = { ...row, state, endedAt: work.now }
  await saveOperation(tx, endedRow)
  await releaseHold(tx, row.id)
  await logOperation(work, endedRow, remainingSteps)
  if (state === 'done' && row.undoes !== null) await markUndone(work, row.undoes)
  return broadcastOperation(work, endedRow, remainingSteps)
}

const markUndone = async (work: Work, id: string): Promise<void> => {
  const undoneOperation = await lockOperation(work.tx, id)
  if (!undoneOperation) return
  const row: OperationRow = { ...undoneOperation, state: 'undone' }
  await saveOperation(work.tx, row)
  await broadcastOperation(work, row, await listOperationSteps(work.tx, [id]))
}

const send = async (work: Work, row: OperationRow, unit: CentralUnitRow, step: StepRow): Promise<StepRow> => {
  const commandId = randomUUID()
  const sentStep: StepRow = { ...step, state: 'underWay', commandId, error: null, code: null }
  await saveStep(work.tx, sentStep)
  await queueCommand(
    { work, caller: requesterOf(row) },
    { plantId: row.plantId, unit, command: step.command, id: commandId, operationId: row.id },
  )
  return sentStep
}

/** Runs the next action: sends a step, waits, or ends. A removed unit gets no more commands. */
const advanceOperation = async (work: Work, row: OperationRow, steps: StepRow[]): Promise<Operation> => {
  const nextStepMove = nextMove(steps, row.state === 'cancelling')
  if (nextStepMove.do === 'wait') return broadcastOperation(work, row, steps)
  if (nextStepMove.do === 'end') return end(work, row, steps, nextStepMove.state)
  const unit = await findUnit(work.tx, row.plantId, { topic: row.unit })
  const step = steps[nextStepMove.step]
  if (!unit?.acquired || !step) return end(work, row, steps, 'interrupted')
  const sentStep = await send(work, row, unit, step)
  return broadcastOperation(work, row, steps.with(nextStepMove.step, sentStep))
}

/** Refuses steps a unit of this type cannot receive. */
const refuseUnsendable = (
  work: Work<'COMMAND_UNKNOWN' | 'INVALID_INPUT'>,
  { cuType }: CentralUnitRow,
  steps: readonly Pick<StepRow, 'command'>[],
): void => {
  const type = work.ports.devices.types[cuType] ?? work.fail('COMMAND_UNKNOWN')
  for (const { command } of steps) {
    if (!type.facts.commands.includes(command.name)) work.fail('COMMAND_UNKNOWN')
    refuseUnwritable(work, type, command)
  }
}

/** Claims the unit, again if its holder has just released it; refuses, naming the holder, while it is held. */
const claimOrRefuse = async (work: Work<'UNIT_BUSY'>, hold: UnitHold): Promise<void> => {
  while (!(await claimHold(work.tx, hold))) await refuseWhileHeld(work, hold.plantId, hold.unit)
}

/** Locks the unit for this operation and begins. Refuses, with the other person, while it is held. */
export const beginOperation = async (
  context: { work: Work<CommandRefusal>; caller: CommandRequester },
  { plantId, unit, kind, steps, undoes, bundleId }: OperationDraft,
): Promise<Operation> => {
  const { work, caller } = context
  const now = work.now
  const id = randomUUID()
  refuseUnsendable(work, unit, steps)
  const hold = { plantId, unit: unit.unit, operationId: id, kind, heldByName: caller?.name ?? null, since: now }
  await claimOrRefuse(work, hold)
  const row: OperationRow = {
    id,
    plantId,
    unit: unit.unit,
    kind,
    state: 'running',
    undoes: undoes ?? null,
    bundleId: bundleId ?? null,
    requestedBy: caller?.userId ?? null,
    requestedByName: caller?.name ?? null,
    requestedAt: now,
    endedAt: null,
  }
  const rows = steps.map(
    ({ until = null, effectAtClose = false, ...step }, n): StepRow => ({
      ...step,
      until,
      effectAtClose,
      operationId: id,
      n,
      state: 'waiting',
      misses: 0,
      commandId: null,
      error: null,
      code: null,
    }),
  )
  await insertOperation(work.tx, row, rows)
  return advanceOperation(context.work, row, rows)
}

export type ContinueRefusal = 'OPERATION_NOT_FOUND' | 'OPERATION_NOT_INTERRUPTED' | EnabledUnitRefusal | CommandRefusal

/** Continues an interrupted or cancelled operation. Refuses before anything is written. */
export const continueOperation = async (
  context: { work: Work<ContinueRefusal>; caller: CommandRequester },
  id: string,
  uvConfirmed = false,
): Promise<Operation> => {
  const { work, caller } = context
  const row = (await lockOperation(work.tx, id)) ?? work.fail('OPERATION_NOT_FOUND')
  const newest = await listNewestOfUnits(work.tx, row.plantId, [row.unit])
  const before = await listOperationSteps(work.tx, [id])
  if (!isContinuable(row, before, uvConfirmed) || !newest.has(id)) return work.fail('OPERATION_NOT_INTERRUPTED')
  const unit = await requireEnabledUnit(work, row.plantId, { topic: row.unit })
  const hold = {
    plantId: row.plantId,
    unit: unit.unit,
    operationId: id,
    kind: row.kind,
    heldByName: caller?.name ?? null,
    since: work.now,
  }
  const steps = rearmSteps(before).map((step) =>
    step.state === 'waiting' ? { ...step, code: null, commandId: null, misses: 0 } : step,
  )
  refuseUnsendable(
    work,
    unit,
    steps.filter(({ state }) => state === 'waiting'),
  )
  await claimOrRefuse(work, hold)
  for (const step of steps) if (step.state === 'waiting') await saveStep(work.tx, step)
  const running: OperationRow = { ...row, state: 'running', endedAt: null }
  await saveOperation(work.tx, running)
  return advanceOperation(context.work, running, steps)
}

export const cancelOperation = async (
  work: Work<'OPERATION_NOT_FOUND' | 'OPERATION_NOT_RUNNING'>,
  id: string,
): Promise<Operation> => {
  const row = (await lockOperation(work.tx, id)) ?? work.fail('OPERATION_NOT_FOUND')
  if (row.state !== 'running') return work.fail('OPERATION_NOT_RUNNING')
  const cancellingRow: OperationRow = { ...row, state: 'cancelling' }
  await saveOperation(work.tx, cancellingRow)
  return advanceOperation(work, cancellingRow, await listOperationSteps(work.tx, [id]))
}

/** Restores the state before the completed steps, last step first, within the same frame. */
export const undoOperation = async (
  context: {
    work: Work<'OPERATION_NOT_FOUND' | 'OPERATION_NOT_UNDOABLE' | EnabledUnitRefusal | CommandRefusal>
    caller: CommandRequester
  },
  id: string,
): Promise<Operation> => {
  const { work } = context
  const row = (await lockOperation(work.tx, id)) ?? work.fail('OPERATION_NOT_FOUND')
  const steps = await listOperationSteps(work.tx, [id])
  const newest = await listNewestOfUnits(work.tx, row.plantId, [row.unit])
  if (!isUndoable(row, steps) || !newest.has(id)) return work.fail('OPERATION_NOT_UNDOABLE')
  const unit = await requireEnabledUnit(work, row.plantId, { topic: row.unit })
  const undoSteps = steps
    .filter(({ role, state }) => role === 'work' && state === 'done')
    .toReversed()
    .flatMap(({ undo, lamps, effectAtClose }) =>
      (undo ?? []).map(
        (command: UnitCommand): StepDraft => ({
          role: 'work',
          command,
          undo: null,
          lamps,
          ...(effectAtClose && { effectAtClose }),
        }),
      ),
    )
  const frame = (role: 'open' | 'close') =>
    steps.filter((step) => step.role === role).map(({ command, lamps }) => ({ role, command, undo: null, lamps }))
  const drafts = [...frame('open'), ...undoSteps, ...frame('close')]
  return beginOperation(context, { plantId: row.plantId, unit, kind: row.kind, steps: drafts, undoes: id })
}

const isUndoableNow = async (tx: Tx, row: OperationRow): Promise<boolean> => {
  const unit = await findUnit(tx, row.plantId, { topic: row.unit })
  return unit?.networkState === 'completed'
}

/** The outcome of a step, from the end of its command. */
const stepOutcome = async (tx: Tx, row: OperationRow, step: StepRow, command: CommandRow): Promise<StepRow> => {
  if (command.state === 'done') {
    const isLast = step.until === null || (await isUndoableNow(tx, row))
    return { ...step, state: isLast ? 'done' : 'waiting', misses: 0 }
  }
  const { error } = command
  if (step.until !== null && error === 'communication_error' && step.misses + 1 < maxMisses)
    return { ...step, state: 'waiting', misses: step.misses + 1 }
  return { ...step, state: 'failed', error, code: command.code }
}

/** Advances an operation when the command of its step has ended. */
export const operationListener: CommandListener = async (command, work) => {
  if (command.operationId === null || command.dueAt !== null) return
  const row = await lockOperation(work.tx, command.operationId)
  if (!row || hasEnded(row.state)) return
  const steps = await listOperationSteps(work.tx, [row.id])
  const at = steps.findIndex(({ commandId, state }) => commandId === command.id && state === 'underWay')
  const step = steps[at]
  if (!step) return
  const movedStep = await stepOutcome(work.tx, row, step, command)
  await saveStep(work.tx, movedStep)
  await advanceOperation(work, row, steps.with(at, movedStep))
}
