import type { centralUnitActions } from '@vigilux/contract/features/central-units/central-units.actions.ts'
import { canAddUnit } from '@vigilux/contract/features/plants/plant.rules.ts'
import { unitId } from '@vigilux/device-plane/topics.ts'
import type { User } from '../../kernel/caller.ts'
import type { HandlersOf } from '../../kernel/handler.ts'
import { fail } from '../../kernel/refusal.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { Ports } from '../../ports/ports.ts'
import { abandonCommands, refuseWhileHeld, requestCommand } from '../commands/index.ts'
import { listVisiblePlantIds } from '../members/index.ts'
import { findTier, plantNames } from '../plants/index.ts'
import { acquiredUnitOf } from './acquired-unit.ts'
import type { CentralUnitRow } from './central-units.schema.ts'
import {
  describeUnit,
  findUnit,
  insertUnit,
  listUnitRows,
  removeUnit,
  rowsOfUnit,
  viewUnits,
} from './central-units.store.ts'
import { startEnrolment } from './enrolment.ts'
import { lastEnrolment, toEnrolment } from './enrolments.store.ts'
import { replacedCu } from './replaced-unit.ts'
import { unitCommandHandlers } from './unit-commands.ts'
import { findLinks, isConnected } from './unit-links.store.ts'

type UnitOfPlant = { plantId: string; cuId: string; cuType: string }

const view = async (tx: Tx, row: CentralUnitRow, now: Date) => {
  const [unit] = await viewUnits(tx, [row], now)
  return unit ?? fail('UNIT_NOT_FOUND')
}

const checkSerial = ({ devices }: Ports, { cuType, cuId }: UnitOfPlant) => {
  const facts = (devices.types[cuType] ?? fail('UNIT_TYPE_UNKNOWN')).facts
  if (cuId.length !== facts.serialDigits) fail('UNIT_SERIAL_FORMAT', { digits: facts.serialDigits, given: cuId.length })
  return facts
}

const saveCu: HandlersOf<typeof centralUnitActions>['saveCu'] = async ({ input, tx, announce, ports }) => {
  checkSerial(ports, input)
  const now = ports.clock.now()
  const rows = await listUnitRows(tx, [input.plantId])
  if (rows.some((row) => row.unit === unitId(input.cuType, input.cuId))) return fail('UNIT_ALREADY_PRESENT')
  const existing = rows.map((row) => ({ cu_type: row.cuType }))
  const verdict = canAddUnit(await findTier(tx, input.plantId, now), existing, input.cuType)
  if (!verdict.can) return fail(verdict.because, { limit: verdict.limit, cuType: input.cuType })
  const { plantId, cuId, cuType, description, cu_location: location } = input
  const row = await insertUnit(tx, { plantId, cuId, cuType, description, location, addedAt: now })
  if (!row) return fail('UNIT_ALREADY_PRESENT')
  const unit = await view(tx, row, now)
  announce({ plant: plantId }, 'saveCu', { plant_id: plantId, unit })
  return { unit }
}

const substituteCu: HandlersOf<typeof centralUnitActions>['substituteCu'] = async ({ input, tx, announce, ports }) => {
  const { plantId, cuType, newCuId } = input
  checkSerial(ports, { ...input, cuId: newCuId })
  const old = await acquiredUnitOf(tx, plantId, input)
  await refuseWhileHeld(tx, plantId, old.unit)
  const now = ports.clock.now()
  const texts = { description: old.description, location: old.location }
  const row = await insertUnit(tx, { plantId, cuId: newCuId, cuType, ...texts, addedAt: now, replaces: old.id })
  if (!row) return fail('UNIT_ALREADY_PRESENT')
  const unit = await view(tx, row, now)
  announce({ plant: plantId }, 'saveCu', { plant_id: plantId, unit })
  return { unit }
}

const isReachable = async (tx: Tx, row: CentralUnitRow) =>
  isConnected(row, (await findLinks(tx, [row.unit])).get(row.unit))

const allCuInfo = async (tx: Tx, caller: User, now: Date) => {
  const plantIds = await listVisiblePlantIds(tx, caller)
  const names = await plantNames(tx, plantIds)
  const rows = await listUnitRows(tx, plantIds)
  const units = await viewUnits(tx, rows, now)
  return units.map((unit, index) => {
    const plantId = rows[index]?.plantId ?? ''
    return { ...unit, plant_id: plantId, plantname: names.get(plantId) ?? '' }
  })
}

export const centralUnitHandlers: HandlersOf<typeof centralUnitActions> = {
  getUnitTypes: async ({ ports }) => ({ types: Object.values(ports.devices.types).map((type) => type.facts) }),
  saveCu,
  substituteCu,
  replacedCu,
  ...unitCommandHandlers,
  enrollCu: async ({ input, fail, ...context }) => {
    const unit = (await findUnit(context.tx, input.plantId, input)) ?? fail('UNIT_NOT_FOUND')
    // One that reports as new may be enrolled again: set back to factory state, it is waiting for its plant.
    if (unit.acquired && unit.strangerLife === null) return fail('UNIT_ALREADY_PRESENT')
    return { enrolment: toEnrolment(await startEnrolment(context, unit)) }
  },
  enrollCuAck: async ({ input, tx, fail }) => {
    const unit = (await findUnit(tx, input.plantId, input)) ?? fail('UNIT_NOT_FOUND')
    const last = await lastEnrolment(tx, input.plantId, unit.unit)
    // One of before it was added, or of before it reported as new, is of another box or another life.
    const isOfThis = last !== undefined && last.startedAt >= (unit.strangerSince ?? unit.addedAt)
    return isOfThis ? { enrolment: toEnrolment(last) } : fail('ENROLMENT_NOT_FOUND')
  },
  deEnrollCu: async ({ input, fail, ...context }) => {
    const unit = (await findUnit(context.tx, input.plantId, input)) ?? fail('UNIT_NOT_FOUND')
    if (!unit.acquired || !(await isReachable(context.tx, unit))) return fail('UNIT_UNREACHABLE')
    return { command: await requestCommand(context, { plantId: input.plantId, unit, command: { name: 'deEnrol' } }) }
  },
  removeCu: async ({ input, caller, tx, announce, ports, fail }) => {
    const unit = (await findUnit(tx, input.plantId, input)) ?? fail('UNIT_NOT_FOUND')
    await refuseWhileHeld(tx, input.plantId, unit.unit)
    const now = ports.clock.now()
    await removeUnit(tx, input.plantId, unit.unit, { at: now, byName: caller.name })
    await abandonCommands({ tx, announce, now }, input.plantId, unit.unit)
    const { cuId, cuType, plantId } = input
    announce({ plant: plantId }, 'removeCu', { plant_id: plantId, cu_id: cuId, cu_type: cuType })
    return {}
  },
  saveCuDescription: async ({ input, tx, announce, ports, fail }) => {
    const unit = (await findUnit(tx, input.plantId, input)) ?? fail('UNIT_NOT_FOUND')
    const texts = { description: input.description, location: input.cu_location }
    const saved = (await describeUnit(tx, input.plantId, unit.id, texts)) ?? fail('UNIT_NOT_FOUND')
    const shown = await view(tx, saved, ports.clock.now())
    announce({ plant: input.plantId }, 'saveCu', { plant_id: input.plantId, unit: shown })
    return { unit: shown }
  },
  getUnitsDetails: async ({ input, tx, ports }) => ({
    units: await viewUnits(tx, await listUnitRows(tx, [input.plantId]), ports.clock.now()),
  }),
  getAllCuInfo: async ({ caller, tx, ports }) => ({ units: await allCuInfo(tx, caller, ports.clock.now()) }),
  getShadow: async ({ input, caller, tx, ports, fail }) => {
    const rows = await rowsOfUnit(tx, unitId(input.cuType, input.cuId))
    const plantIds = rows.map((one) => one.plantId)
    const visible = await listVisiblePlantIds(tx, caller, plantIds)
    const row = rows.find((one) => visible.includes(one.plantId)) ?? fail('UNIT_NOT_FOUND')
    const unit = await view(tx, row, ports.clock.now())
    return { unit, detail: row.detail, reportedAt: row.shadowAt?.toISOString() ?? null }
  },
  createNetwork: async ({ input, fail, ...context }) => {
    const facts = checkSerial(context.ports, input)
    const unit = await acquiredUnitOf(context.tx, input.plantId, input)
    if (!facts.hasRadioNetwork && input.plant_code !== undefined) return fail('UNIT_HAS_NO_RADIO_NETWORK')
    if (facts.hasRadioNetwork && input.plant_code === undefined) return fail('PLANT_CODE_REQUIRED')
    const command = { name: 'createNetwork', plantCode: input.plant_code ?? null } as const
    return { command: await requestCommand(context, { plantId: input.plantId, unit, command }) }
  },
  getStatoConfig: async ({ input, ...context }) => {
    const unit = await acquiredUnitOf(context.tx, input.plantId, input)
    return {
      command: await requestCommand(context, { plantId: input.plantId, unit, command: { name: 'statusQuery' } }),
    }
  },
}
