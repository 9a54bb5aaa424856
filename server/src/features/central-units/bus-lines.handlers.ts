import type { busLineActions } from '@vigilux/contract/features/central-units/bus-lines.actions.ts'
import type { UnitCommand } from '@vigilux/device-plane/commands.ts'
import type { HandlersOf, WriteContext } from '../../kernel/handler.ts'
import { type CommandRefusal, requestCommand } from '../commands/index.ts'
import { type EnabledUnitRefusal, requireAcquiredUnit, requireEnabledUnit } from './acquired-unit.ts'

type OnUnit = { plantId: string; topic: string }

const send = async (
  context: WriteContext<EnabledUnitRefusal | CommandRefusal>,
  input: OnUnit,
  command: UnitCommand,
) => {
  const { plantId } = input
  const unit = await requireEnabledUnit(context.work, plantId, input)
  return { command: await requestCommand(context, { plantId, unit, command }) }
}

const targetOf = (lamps: 'all' | number[]) => (lamps === 'all' ? lamps : { lamps: [...new Set(lamps)] })

export const busLineHandlers: HandlersOf<typeof busLineActions> = {
  scanLines: ({ input, ...context }) => {
    const lines = [...new Set(input.lines)].sort((a, b) => a - b)
    context.work.audit.diff(null, { lines: lines.join(', ') })
    return send(context, input, { name: 'scanLines', lines })
  },
  commissionLine: ({ input, ...context }) => {
    const { line, duplicates } = input
    context.work.audit.diff(null, { line, duplicates: duplicates.join(', ') })
    return send(context, input, { name: 'commissionLine', line, duplicates: [...new Set(duplicates)] })
  },
  restLamps: ({ input, ...context }) => send(context, input, { name: 'restLamps', to: targetOf(input.lamps) }),
  // It ends the effect of `restLamps`, and is therefore never blocked.
  relightLamps: async ({ input, ...context }) => {
    const { plantId, lamps } = input
    const unit = await requireAcquiredUnit(context.work, plantId, input)
    const command = { name: 'relightLamps', to: targetOf(lamps) } as const
    return { command: await requestCommand(context, { plantId, unit, command }) }
  },
  readGearTests: ({ input, ...context }) => send(context, input, { name: 'readGearTests', to: targetOf(input.lamps) }),
  setGearTests: ({ input, ...context }) => {
    const { lamps, functionalDays, autonomyWeeks } = input
    context.work.audit.diff(null, { functionalDays, autonomyWeeks })
    return send(context, input, { name: 'setGearTests', to: targetOf(lamps), functionalDays, autonomyWeeks })
  },
}
