import {
  type CommandEvent,
  type CommandLife,
  hasEnded,
  nextCommandLife,
} from '@vigilux/contract/features/commands/command.rules.ts'
import type { Work } from '../../kernel/work.ts'
import type { CommandListeners } from './command-listeners.ts'
import { type CommandRow, type Condition, lifeOf, policyOf, saveLife, toPendingCommand } from './commands.store.ts'
import { isWorking, isWorkingStill } from './working-units.store.ts'

export type MoveContext = {
  work: Work
  listeners: CommandListeners
  /** Whether the unit works, where that was looked up in this transaction. */
  working?: boolean
}

/** A command that waits for its unit has one window, however often it is sent again within it. */
const withinWindow = (row: CommandRow, life: CommandLife): CommandLife => {
  const end = new Date(row.requestedAt.getTime() + row.answerTimeoutMs)
  return row.waitsForUnit && life.dueAt !== null && life.dueAt > end ? { ...life, dueAt: end } : life
}

/** What a unit answered, where it did, and the condition under which the command is moved at all. */
type Move = { answer?: Pick<CommandRow, 'response' | 'answeredBy'>; condition?: Condition }

/**
 * Lets one event happen to a locked command: saves what comes of it and notifies the watchers. Nothing happens, and the
 * row is answered as it was, where the condition does not hold.
 */
export const moveCommand = async (
  { work, listeners, working }: MoveContext,
  row: CommandRow,
  event: CommandEvent,
  { answer = row, condition }: Move = {},
): Promise<CommandRow> => {
  const life = withinWindow(row, nextCommandLife(lifeOf(row), event, policyOf(row), work.now))
  const ended = hasEnded(life)
  const sentAt = life.attempt > row.attempt ? work.now : row.sentAt
  const { response, answeredBy } = answer
  const moved: CommandRow = { ...row, ...life, sentAt, response, answeredBy, endedAt: ended ? work.now : null }
  const saved = await saveLife(work, moved, work.now, condition)
  if (!saved) return row
  await listeners[row.name]?.(moved, work)
  await listeners.everyCommand?.(moved, work)
  const isWorkingNow = async (): Promise<boolean> => {
    if (ended && row.setsWorking) return isWorkingStill(work.tx, row.plantId, row.unit, work.now)
    // A listener may have sent the unit the next command.
    const mayHaveAsked = listeners[row.name] !== undefined || row.operationId !== null
    return mayHaveAsked ? isWorking(work.tx, row.plantId, row.unit, work.now) : saved.working
  }
  work.broadcast({ plant: row.plantId }, 'response', {
    plant_id: row.plantId,
    command: toPendingCommand(moved),
    working: working ?? (await isWorkingNow()),
  })
  return moved
}
