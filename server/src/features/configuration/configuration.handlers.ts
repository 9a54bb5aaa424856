import type { configurationActions } from '@vigilux/contract/features/configuration/configuration.actions.ts'
import { planConfiguration } from '@vigilux/contract/features/configuration/configuration.rules.ts'
import { addrAt } from '@vigilux/contract/features/groups/group.rules.ts'
import type { UnitCommand } from '@vigilux/device-plane/central-unit-type.ts'
import type { HandlersOf, WriteContext } from '../../kernel/handler.ts'
import { fail } from '../../kernel/refusal.ts'
import type { Ports } from '../../ports/ports.ts'
import { acquiredUnitOf, type CentralUnitRow } from '../central-units/index.ts'
import { requestCommand } from '../commands/index.ts'
import { lampsOfUnit, refuseUnknownLamps } from '../lamps/index.ts'
import { beginOperation } from '../operations/index.ts'
import { configurationSteps } from './configure-unit.ts'

type Handlers = HandlersOf<typeof configurationActions>
type OnUnit = { plantId: string; topic: string }

const factsOf = (ports: Ports, unit: CentralUnitRow) =>
  (ports.devices.types[unit.cuType] ?? fail('UNIT_TYPE_UNKNOWN')).facts

/** A single command to a unit of the plant. */
const sendTo = async (context: WriteContext, input: OnUnit, command: UnitCommand) => {
  const unit = await acquiredUnitOf(context.tx, input.plantId, input)
  return { command: await requestCommand(context, { plantId: input.plantId, unit, command }) }
}

const configureUnit: Handlers['configureUnit'] = async ({ input, ...context }) => {
  const { plantId, request } = input
  const unit = await acquiredUnitOf(context.tx, plantId, input)
  const plan = planConfiguration(request, await lampsOfUnit(context.tx, unit.id), factsOf(context.ports, unit))
  if (!plan.can) return fail(plan.because, 'lines' in plan ? { lines: plan.lines } : undefined)
  const { kind, steps } = configurationSteps(request, plan.changes)
  return { operation: await beginOperation(context, { plantId, unit, kind, steps }) }
}

const setLgSerialId: Handlers['setLgSerialId'] = async ({ input, ...context }) => {
  const { page, lampId } = input
  const unit = await acquiredUnitOf(context.tx, input.plantId, input)
  const serials = lampId.map(({ index, serial }) => ({ serial, position: addrAt(page, index) }))
  const request = { mode: 'overwriteSerials', serials } as const
  const plan = planConfiguration(request, await lampsOfUnit(context.tx, unit.id), factsOf(context.ports, unit))
  if (!plan.can) return fail(plan.because, 'lines' in plan ? { lines: plan.lines } : undefined)
  return sendTo(context, input, { name: 'setLgSerialId', page, lampId })
}

const substitute: Handlers['substituteLogicaFM'] = async ({ input, ...context }) => {
  const unit = await acquiredUnitOf(context.tx, input.plantId, input)
  const lamps = await lampsOfUnit(context.tx, unit.id)
  const addrs = input.old.map((serial) => lamps.find((lamp) => lamp.serial === serial)?.addr ?? fail('LAMP_NOT_FOUND'))
  const request = { mode: 'substitute', addrs, serials: input.new } as const
  const plan = planConfiguration(request, lamps, factsOf(context.ports, unit))
  if (!plan.can) return fail(plan.because, 'lines' in plan ? { lines: plan.lines } : undefined)
  return sendTo(context, input, { name: 'substituteLogicaFM', old: input.old, new: input.new })
}

export const configurationHandlers: Handlers = {
  configureUnit,
  setLgSerialId,
  substituteLogicaFM: substitute,
  deleteLgSerialId: async ({ input, ...context }) => {
    const { page } = input
    const indexes = [...new Set(input.indexes)]
    const unit = await acquiredUnitOf(context.tx, input.plantId, input)
    await refuseUnknownLamps(
      context.tx,
      unit.id,
      indexes.map((index) => addrAt(page, index)),
    )
    return sendTo(context, input, { name: 'deleteLgSerialId', page, indexes })
  },
  configLogica: ({ input, ...context }) =>
    sendTo(context, input, { name: 'configLogica', modalita_config_logica: input.modalita_config_logica }),
  config: async ({ input, ...context }) => {
    const unit = await acquiredUnitOf(context.tx, input.plantId, input)
    const { maxLamps } = factsOf(context.ports, unit)
    if (input.num_lamp > maxLamps) return fail('LAMP_COUNT_INVALID', { maxLamps })
    return sendTo(context, input, { name: 'config', num_lamp: input.num_lamp, ore_autonomia: input.ore_autonomia })
  },
}
