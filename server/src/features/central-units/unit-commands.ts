import type { UnitTypeFacts } from '@vigilux/contract/features/central-units/central-unit.ts'
import type {
  centralUnitActions,
  plainCommands,
} from '@vigilux/contract/features/central-units/central-units.actions.ts'
import type { UnitCommand } from '@vigilux/device-plane/central-unit-type.ts'
import type { HandlersOf, WriteContext } from '../../kernel/handler.ts'
import { fail } from '../../kernel/refusal.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { Ports } from '../../ports/ports.ts'
import { requestCommand } from '../commands/index.ts'
import { acquiredUnitOf } from './acquired-unit.ts'
import type { CentralUnitRow } from './central-units.schema.ts'
import { clockCommand } from './unit-clock.ts'

type Handlers = HandlersOf<typeof centralUnitActions>
type OnUnit = { plantId: string } & ({ cuType: string; cuId: string } | { topic: string })

/** Refuses a name that the unit could not keep. */
export const refuseLongName = (ports: Ports, cuType: string, name: string): void => {
  const longest = ports.devices.types[cuType]?.facts.nameLength ?? 0
  if ([...name].length > longest) fail('NAME_TOO_LONG', { longest, given: [...name].length })
}

const send = async (
  context: WriteContext,
  input: OnUnit,
  commandFor: UnitCommand | ((unit: CentralUnitRow) => UnitCommand | Promise<UnitCommand>),
) => {
  const { plantId } = input
  const unit = await acquiredUnitOf(context.tx, plantId, input)
  const command = typeof commandFor === 'function' ? await commandFor(unit) : commandFor
  return { command: await requestCommand(context, { plantId, unit, command }) }
}

type PlainInput = { plantId: string; topic: string; command: (typeof plainCommands)[number] }

/** The command behind a plain name; the clock is set to the platform's time in the plant's zone. */
export const plainCommand = async (
  context: { tx: Tx; ports: Ports },
  unit: CentralUnitRow,
  name: PlainInput['command'],
): Promise<UnitCommand> => (name === 'setClock' ? clockCommand(context, unit) : { name })

/** The plain commands of units whose type has them under this action; a unit of another type is refused as one that lacks the command. */
const plainCommandOf =
  (action: UnitTypeFacts['commandAction']) =>
  ({ input, ...context }: WriteContext & { input: PlainInput }) =>
    send(context, input, (unit) => {
      if (context.ports.devices.types[unit.cuType]?.facts.commandAction !== action) return fail('COMMAND_UNKNOWN')
      return plainCommand(context, unit, input.command)
    })

export const unitCommandHandlers = {
  resetCu: ({ input, ...context }) => send(context, input, { name: 'resetCu' }),
  keypressSimulation: ({ input, ...context }) =>
    send(context, input, { name: 'keypressSimulation', keys: [...new Set(input.keys)] }),
  setCuName: ({ input, ...context }) =>
    send(context, input, (unit) => {
      refuseLongName(context.ports, unit.cuType, input.cuName)
      return { name: 'setCuName', cuName: input.cuName }
    }),
  setContacts: ({ input, ...context }) =>
    send(context, input, (unit) => {
      const there = new Set(unit.detail?.contacts.map(({ number }) => number))
      const foreign = input.contacts.find(({ number }) => !there.has(number))
      return foreign
        ? fail('CONTACT_NOT_FOUND', { contact: foreign.number })
        : { name: 'setContacts', contacts: input.contacts }
    }),
  setRelay: ({ input, ...context }) =>
    send(context, input, (unit) =>
      unit.detail?.relay ? { name: 'setRelay', on: input.on } : fail('UNIT_HAS_NO_RELAY'),
    ),
  setAdvanced: ({ input, ...context }) => send(context, input, { name: 'setAdvanced', flags: input.flags }),
  cablecomCommand: plainCommandOf('cablecomCommand'),
  logicaCommand: plainCommandOf('logicaCommand'),
  sicuroCommand: plainCommandOf('sicuroCommand'),
} satisfies Partial<Handlers>
