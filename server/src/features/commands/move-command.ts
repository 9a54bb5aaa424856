import {
  type CommandEvent,
  type CommandLife,
  hasEnded,
  nextCommandLife,
} from '@vigilux/contract/features/commands/command.rules.ts'
import type { CommandState } from '@vigilux/contract/features/commands/command.ts'
import type { Announce } from '../../kernel/announce.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { Ports } from '../../ports/ports.ts'
import type { CommandListeners } from './command-listeners.ts'
import { type CommandRow, lifeOf, policyOf, saveLife, toPendingCommand } from './commands.store.ts'
import { stopWorking } from './working-units.store.ts'

export type MoveContext = { tx: Tx; announce: Announce; ports: Ports; now: Date; listeners: CommandListeners }

/** A command that waits for its unit has one window, however often it is sent again within it. */
const withinWindow = (row: CommandRow, life: CommandLife): CommandLife => {
  const end = new Date(row.requestedAt.getTime() + row.answerTimeoutMs)
  return row.waitsForUnit && life.dueAt !== null && life.dueAt > end ? { ...life, dueAt: end } : life
}

/** Lets one event happen to a locked command: saves what comes of it and notifies the watchers. */
export const moveCommand = async (
  { tx, announce, ports, now, listeners }: MoveContext,
  row: CommandRow,
  event: CommandEvent,
  answer: Pick<CommandRow, 'response' | 'answeredBy'> = row,
): Promise<CommandRow> => {
  const life = withinWindow(row, nextCommandLife(lifeOf(row), event, policyOf(row), now))
  const ended = hasEnded(life)
  const sentAt = life.attempt > row.attempt ? now : row.sentAt
  const { response, answeredBy } = answer
  const moved: CommandRow = { ...row, ...life, sentAt, response, answeredBy, endedAt: ended ? now : null }
  await saveLife(tx, moved, now)
  if (ended && row.setsWorking) await stopWorking(tx, row.plantId, row.unit)
  await listeners[row.name]?.(moved, { tx, announce, ports, now })
  await listeners.everyCommand?.(moved, { tx, announce, ports, now })
  announce({ plant: row.plantId }, 'response', {
    plant_id: row.plantId,
    command: toPendingCommand(moved),
    working: row.setsWorking && !ended,
  })
  return moved
}

export const isLive = (state: CommandState): boolean => !hasEnded({ state })
