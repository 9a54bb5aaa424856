import type { CommandEvent } from '@vigilux/contract/features/commands/command.rules.ts'
import type { CommandAnswer } from '@vigilux/contract/features/commands/command.ts'
import type { DeviceListeners } from '../../kernel/device-listeners.ts'
import type { ResponseUpdate } from '../../kernel/device-messages.ts'
import { continueTrace, traced } from '../../kernel/tracing.ts'
import type { EnrolledUnit } from '../../kernel/unit-register.ts'
import { type CommandRow, lockAnsweredCommands, releaseWaitingCommands } from './commands.store.ts'
import { type CommandListeners, moveCommand } from './send-commands.ts'

/** `progress` implies acceptance: the unit works on the command. */
const eventOf = (answer: ResponseUpdate): CommandEvent => {
  switch (answer.state) {
    case 'accepted':
    case 'progress':
      return { type: 'accepted' }
    case 'done':
      return { type: 'done' }
    case 'refused':
      return { type: 'refused', code: answer.code ?? 'INTERNAL' }
    default:
      return answer.state satisfies never
  }
}

/** The stored part of an answer: only fields declared by the protocol. */
const answerOf = ({ state, code }: ResponseUpdate): CommandAnswer => ({ state, code: code ?? null })

/**
 * Whether an answer prematurely reveals the enrolment in another plant: a unit may do so only after asking for its
 * keys, to a person at the unit. An earlier answer is ignored.
 */
const isPrematureRefusal = (row: CommandRow, answer: ResponseUpdate): boolean =>
  answer.code === 'ALREADY_ENROLLED' && answer.state === 'refused' && row.state !== 'accepted'

/**
 * Whether the requested unit answers. Before enrolment any life may answer, and the first one to answer a command also
 * ends it.
 */
const isOfRequestedUnit = (row: CommandRow, answer: ResponseUpdate, enrolled: EnrolledUnit | undefined): boolean =>
  row.waitsForUnit
    ? row.answeredBy === null || row.answeredBy === answer.life
    : enrolled?.plantId === row.plantId && enrolled.life === answer.life

/** Applies the answers of units to their commands; an answer to an ended or another unit's command is ignored. */
export const commandDeviceListeners = (listeners: CommandListeners): DeviceListeners => ({
  async online(updates, { work }) {
    const connectedUnits = updates.filter((one) => one.online).map((one) => one.unit)
    if (connectedUnits.length > 0) await releaseWaitingCommands(work, [...new Set(connectedUnits)])
  },
  async response(responses, { work, log, units }) {
    const rows = await lockAnsweredCommands(work.tx, [...new Set(responses.map((answer) => answer.id))])
    const openCommands = new Map(rows.map((row) => [row.id, row]))
    for (const answer of responses) {
      const row = openCommands.get(answer.id)
      if (!row || row.unit !== answer.unit || row.dueAt === null) {
        log.info({ unit: answer.unit, command: answer.id, state: answer.state }, 'late answer ignored')
        continue
      }
      if (!isOfRequestedUnit(row, answer, units.get(answer.unit))) {
        log.warn({ unit: answer.unit, command: answer.id, life: answer.life }, 'answer of another life ignored')
        continue
      }
      if (isPrematureRefusal(row, answer)) continue
      const context = { work, listeners }
      const moveAnswer = { answer: { response: answerOf(answer), answeredBy: answer.life } }
      const move = () => moveCommand(context, row, eventOf(answer), moveAnswer)
      const attributes = { 'vigilux.command': row.id, 'vigilux.state': answer.state }
      const movedRow = await continueTrace(row.traceparent, () => traced('answer of unit', attributes, move))
      openCommands.set(row.id, movedRow)
    }
  },
})
