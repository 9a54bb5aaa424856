import type { UnitTypeFacts } from '@vigilux/contract/features/central-units/central-unit.ts'
import type { configurationActions } from '@vigilux/contract/features/configuration/configuration.actions.ts'
import {
  planConfiguration,
  planOverwrite,
  planSubstitute,
} from '@vigilux/contract/features/configuration/configuration.rules.ts'
import { planScanned } from '@vigilux/contract/features/configuration/scanned-lamps.rules.ts'
import { addrAt } from '@vigilux/contract/features/groups/group.rules.ts'
import type { UnitCommand } from '@vigilux/device-plane/commands.ts'
import type { HandlersOf, WriteContext } from '../../kernel/handler.ts'
import type { Ports } from '../../ports/ports.ts'
import { type CentralUnitRow, type EnabledUnitRefusal, requireEnabledUnit } from '../central-units/index.ts'
import { type CommandRefusal, requestCommand } from '../commands/index.ts'
import { findLampsElsewhere, listLampsOfUnit, refuseUnknownLamps } from '../lamps/index.ts'
import { beginOperation } from '../operations/index.ts'
import { configurationSteps } from './configure-unit.ts'

type Handlers = HandlersOf<typeof configurationActions>
type OnUnit = { plantId: string; topic: string }

const factsOf = (ports: Ports, { cuType }: CentralUnitRow): UnitTypeFacts => {
  const type = ports.devices.types[cuType]
  if (!type) throw new Error(`no unit type ${cuType}`)
  return type.facts
}

/** Sends a single command to a unit of the plant. */
const sendTo = async (
  context: WriteContext<EnabledUnitRefusal | CommandRefusal>,
  input: OnUnit,
  command: UnitCommand,
) => {
  const unit = await requireEnabledUnit(context.work, input.plantId, input)
  return { command: await requestCommand(context, { plantId: input.plantId, unit, command }) }
}

const configureUnit: Handlers['configureUnit'] = async ({ input, ...context }) => {
  const { plantId, request } = input
  const unit = await requireEnabledUnit(context.work, plantId, input)
  const plan = planConfiguration(
    request,
    await listLampsOfUnit(context.work.tx, unit.id),
    factsOf(context.work.ports, unit),
  )
  if (!plan.can) return context.work.fail(plan.reason, 'lines' in plan ? { lines: plan.lines } : undefined)
  context.work.audit.diff(null, { mode: request.mode })
  const { kind, steps } = configurationSteps(request, plan.changes)
  return { operation: await beginOperation(context, { plantId, unit, kind, steps }) }
}

const updateCentQrLamps: Handlers['updateCentQrLamps'] = async ({ input, ...context }) => {
  const { plantId, lamps: scannedLamps } = input
  const unit = await requireEnabledUnit(context.work, plantId, input)
  const plan = planScanned(
    scannedLamps,
    await listLampsOfUnit(context.work.tx, unit.id),
    factsOf(context.work.ports, unit),
  )
  if (!plan.can) return context.work.fail(plan.reason, { lines: plan.lines })
  const serials = scannedLamps.map(({ serial }) => serial)
  const lampsElsewhere = await findLampsElsewhere(context.work.tx, plantId, serials)
  if (lampsElsewhere.length > 0) return context.work.fail('LAMPS_ELSEWHERE', { lamps: lampsElsewhere })
  const placedLamps = plan.changes.map(({ addr: position, after }) => ({ position, serial: after ?? '' }))
  context.work.audit.diff(null, {
    serials: placedLamps.map(({ position, serial }) => `${position}: ${serial}`).join('; '),
  })
  const { steps } = configurationSteps({ mode: 'overwriteSerials', serials: placedLamps }, plan.changes)
  return { operation: await beginOperation(context, { plantId, unit, kind: 'appendSerials', steps }) }
}

const setLgSerialId: Handlers['setLgSerialId'] = async ({ input, ...context }) => {
  const { page, lampId } = input
  const unit = await requireEnabledUnit(context.work, input.plantId, input)
  const serials = lampId.map(({ index, serial }) => ({ serial, position: addrAt(page, index) }))
  const plan = planOverwrite(
    serials,
    await listLampsOfUnit(context.work.tx, unit.id),
    factsOf(context.work.ports, unit),
  )
  if (!plan.can) return context.work.fail(plan.reason, { lines: plan.lines })
  context.work.audit.diff(null, {
    serials: serials.map(({ position, serial }) => `${position}: ${serial}`).join('; '),
  })
  return sendTo(context, input, { name: 'setLgSerialId', page, lampId })
}

const substituteLamp: Handlers['substituteLogicaFM'] = async ({ input, ...context }) => {
  const unit = await requireEnabledUnit(context.work, input.plantId, input)
  const lamps = await listLampsOfUnit(context.work.tx, unit.id)
  const addrs = input.old.map(
    (serial) => lamps.find((lamp) => lamp.serial === serial)?.addr ?? context.work.fail('LAMP_NOT_FOUND'),
  )
  const plan = planSubstitute(addrs, input.new, lamps)
  if (!plan.can) return context.work.fail(plan.reason, 'lines' in plan ? { lines: plan.lines } : undefined)
  context.work.audit.diff({ serials: input.old.join(', ') }, { serials: input.new.join(', ') })
  return sendTo(context, input, { name: 'substituteLogicaFM', old: input.old, new: input.new })
}

export const configurationHandlers: Handlers = {
  configureUnit,
  checkQrLamps: async ({ work, input: { plantId, serials } }) => ({
    lamps: await findLampsElsewhere(work.tx, plantId, serials),
  }),
  updateCentQrLamps,
  setLgSerialId,
  substituteLogicaFM: substituteLamp,
  deleteLgSerialId: async ({ input, ...context }) => {
    const { page } = input
    const indexes = [...new Set(input.indexes)]
    const unit = await requireEnabledUnit(context.work, input.plantId, input)
    await refuseUnknownLamps(
      context.work,
      unit.id,
      indexes.map((index) => addrAt(page, index)),
    )
    return sendTo(context, input, { name: 'deleteLgSerialId', page, indexes })
  },
  configLogica: ({ input, ...context }) => {
    const { modalita_config_logica } = input
    context.work.audit.diff(null, { mode: modalita_config_logica })
    return sendTo(context, input, { name: 'configLogica', modalita_config_logica })
  },
  config: async ({ input, ...context }) => {
    const unit = await requireEnabledUnit(context.work, input.plantId, input)
    const { maxLamps } = factsOf(context.work.ports, unit)
    const { num_lamp, ore_autonomia } = input
    if (!context.work.ports.settings.limits.autonomyHours.includes(ore_autonomia))
      return context.work.fail('INVALID_INPUT', { fields: [{ path: 'ore_autonomia', code: 'autonomy_hours' }] })
    if (num_lamp > maxLamps) return context.work.fail('LAMP_COUNT_INVALID', { maxLamps })
    context.work.audit.diff(null, { num_lamp, ore_autonomia })
    return sendTo(context, input, { name: 'config', num_lamp, ore_autonomia })
  },
}
