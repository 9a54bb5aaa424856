import type { UnitTypeFacts } from '@vigilux/contract/features/central-units/central-unit.ts'
import type {
  centralUnitActions,
  plainCommands,
} from '@vigilux/contract/features/central-units/central-units.actions.ts'
import type { UnitCommand } from '@vigilux/device-plane/commands.ts'
import type { HandlersOf, WriteContext } from '../../kernel/handler.ts'
import type { Work } from '../../kernel/work.ts'
import type { CentralUnitRow } from '../../tables/central-units.schema.ts'
import { type CommandRefusal, requestCommand } from '../commands/index.ts'
import { type EnabledUnitRefusal, requireAcquiredUnit, requireEnabledUnit } from './acquired-unit.ts'
import { clockCommand } from './unit-clock.ts'

type Handlers = HandlersOf<typeof centralUnitActions>
type OnUnit = { plantId: string; topic: string }

export const refuseLongName = (work: Work<'NAME_TOO_LONG'>, cuType: string, name: string): void => {
  const longest = work.ports.devices.types[cuType]?.facts.nameLength ?? 0
  if ([...name].length > longest) work.fail('NAME_TOO_LONG', { longest, given: [...name].length })
}

const send = async (
  context: WriteContext<EnabledUnitRefusal | CommandRefusal>,
  input: OnUnit,
  commandFor: UnitCommand | ((unit: CentralUnitRow) => UnitCommand | Promise<UnitCommand>),
) => {
  const { plantId } = input
  const unit = await requireEnabledUnit(context.work, plantId, input)
  const command = typeof commandFor === 'function' ? await commandFor(unit) : commandFor
  return { command: await requestCommand(context, { plantId, unit, command }) }
}

/** Commands allowed on a unit not enabled: reading it, and ending earlier work. */
const alwaysAllowed: ReadonlySet<string> = new Set<PlainCommandInput['command']>(['refresh', 'emergencyOff'])

/** A unit able to receive this plain command, or a refusal with the reason. */
export const requireUnitForPlainCommand = (
  work: Work<EnabledUnitRefusal>,
  { plantId, topic, command }: { plantId: string; topic: string; command: string },
): Promise<CentralUnitRow> =>
  alwaysAllowed.has(command)
    ? requireAcquiredUnit(work, plantId, { topic })
    : requireEnabledUnit(work, plantId, { topic })

type PlainCommandInput = {
  plantId: string
  topic: string
  command: (typeof plainCommands)[number]
  reason?: string | undefined
}

/** The command of a plain name; the clock is set to the platform's time in the plant's zone. */
export const buildPlainCommand = async (
  work: Work,
  unit: CentralUnitRow,
  name: PlainCommandInput['command'],
): Promise<UnitCommand> => (name === 'setClock' ? clockCommand(work, unit) : { name })

/** The plain command of an action, if the unit type has it; otherwise the command is refused as unknown to the unit. */
const plainCommandOf =
  (action: UnitTypeFacts['commandAction']) =>
  async ({ input, ...context }: WriteContext<EnabledUnitRefusal | CommandRefusal> & { input: PlainCommandInput }) => {
    const unit = await requireUnitForPlainCommand(context.work, input)
    if (context.work.ports.devices.types[unit.cuType]?.facts.commandAction !== action)
      return context.work.fail('COMMAND_UNKNOWN')
    const command = await buildPlainCommand(context.work, unit, input.command)
    const { command: name, reason } = input
    context.work.audit.diff(null, reason === undefined ? { command: name } : { command: name, reason })
    return { command: await requestCommand(context, { plantId: input.plantId, unit, command }) }
  }

export const unitCommandHandlers = {
  resetCu: async ({ input, ...context }) => {
    const { plantId } = input
    const unit = await requireAcquiredUnit(context.work, plantId, input)
    return { command: await requestCommand(context, { plantId, unit, command: { name: 'resetCu' } }) }
  },
  keypressSimulation: ({ input, ...context }) => {
    const keys = [...new Set(input.keys)]
    context.work.audit.diff(null, { keys: keys.join(' + ') })
    return send(context, input, { name: 'keypressSimulation', keys })
  },
  setCuName: ({ input, ...context }) =>
    send(context, input, (unit) => {
      refuseLongName(context.work, unit.cuType, input.cuName)
      context.work.audit.diff({ name: unit.detail?.name }, { name: input.cuName })
      return { name: 'setCuName', cuName: input.cuName }
    }),
  setContacts: ({ input, ...context }) =>
    send(context, input, (unit) => {
      const contactNumbers = new Set(unit.detail?.contacts.map(({ number }) => number))
      const foreign = input.contacts.find(({ number }) => !contactNumbers.has(number))
      if (foreign) return context.work.fail('CONTACT_NOT_FOUND', { contact: foreign.number })
      context.work.audit.diff(unit.detail, { contacts: input.contacts })
      return { name: 'setContacts', contacts: input.contacts }
    }),
  setRelay: ({ input, ...context }) =>
    send(context, input, (unit) => {
      if (!unit.detail?.relay) return context.work.fail('UNIT_HAS_NO_RELAY')
      context.work.audit.diff(unit.detail.relay, { on: input.on })
      return { name: 'setRelay', on: input.on }
    }),
  setAdvanced: ({ input, ...context }) =>
    send(context, input, (unit) => {
      context.work.audit.diff(unit.detail?.flags ?? null, input.flags)
      return { name: 'setAdvanced', flags: input.flags }
    }),
  cablecomCommand: plainCommandOf('cablecomCommand'),
  logicaCommand: plainCommandOf('logicaCommand'),
  sicuroCommand: plainCommandOf('sicuroCommand'),
} satisfies Partial<Handlers>
