import {
  type centralUnitActions,
  unitsPerPage,
} from '@vigilux/contract/features/central-units/central-units.actions.ts'
import { canAddUnit } from '@vigilux/contract/features/plants/plant.rules.ts'
import { unitId } from '@vigilux/device-plane/topics.ts'
import type { User } from '../../kernel/caller.ts'
import type { HandlersOf } from '../../kernel/handler.ts'
import { fail } from '../../kernel/refusal.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { Work } from '../../kernel/work.ts'
import type { Ports } from '../../ports/ports.ts'
import type { CentralUnitRow } from '../../tables/central-units.schema.ts'
import { refuseWhileHeld, requestCommand } from '../commands/index.ts'
import { listVisiblePlantIds } from '../members/index.ts'
import { findTier, listPlantNames } from '../plants/index.ts'
import { refuseNotEnabled, requireAcquiredUnit, requireEnabledUnit } from './acquired-unit.ts'
import { auditUnit } from './audit-unit.ts'
import {
  findUnit,
  insertUnit,
  listRowsOfUnit,
  listUnitRows,
  listVisibleUnitRows,
  updateUnitTextsIfVersion,
  viewUnits,
} from './central-units.store.ts'
import { startEnrolment } from './enrolment.ts'
import { findLastEnrolment, toEnrolment } from './enrolments.store.ts'
import { removeUnitHandlers } from './remove-unit.ts'
import { replacedCu } from './replaced-unit.ts'
import { unitCommandHandlers } from './unit-commands.ts'

const viewUnit = async (tx: Tx, row: CentralUnitRow, now: Date) => {
  const [unit] = await viewUnits(tx, [row], now)
  return unit ?? fail('UNIT_NOT_FOUND')
}

const checkSerial = ({ devices }: Ports, { cuType, cuId }: { cuType: string; cuId: string }) => {
  const facts = (devices.types[cuType] ?? fail('UNIT_TYPE_UNKNOWN')).facts
  if (cuId.length !== facts.serialDigits) fail('UNIT_SERIAL_FORMAT', { digits: facts.serialDigits, given: cuId.length })
}

const saveCu: HandlersOf<typeof centralUnitActions>['saveCu'] = async ({ work, input }) => {
  checkSerial(work.ports, input)
  const fullId = unitId(input.cuType, input.cuId)
  auditUnit(work, { ...input, unit: fullId })
  const now = work.now
  const rows = await listUnitRows(work.tx, [input.plantId])
  if (rows.some((row) => row.unit === fullId)) return fail('UNIT_ALREADY_PRESENT')
  const existingUnits = rows.map((row) => ({ cu_type: row.cuType }))
  const verdict = canAddUnit(
    await findTier(work.tx, input.plantId, now),
    existingUnits,
    input.cuType,
    work.ports.settings.limits.units,
  )
  if (!verdict.can) return fail(verdict.reason, { limit: verdict.limit, cuType: input.cuType })
  const { plantId, cuId, cuType, description, cu_location: location } = input
  const row = await insertUnit(work, { plantId, cuId, cuType, description, location, addedAt: now })
  if (!row) return fail('UNIT_ALREADY_PRESENT')
  work.audit.diff(null, { description, location })
  const unit = await viewUnit(work.tx, row, now)
  work.broadcast({ plant: plantId }, 'saveCu', { plant_id: plantId, unit })
  return { unit }
}

const substituteCu: HandlersOf<typeof centralUnitActions>['substituteCu'] = async ({ input, ...context }) => {
  const { work } = context
  const { plantId, newCuId } = input
  const oldUnit = await requireEnabledUnit(context.work, plantId, input)
  const { cuType } = oldUnit
  checkSerial(work.ports, { cuType, cuId: newCuId })
  work.audit.diff({ serial: oldUnit.cuId }, { serial: newCuId })
  await refuseWhileHeld(work.tx, plantId, oldUnit.unit)
  const now = work.now
  const texts = { description: oldUnit.description, location: oldUnit.location }
  const row = await insertUnit(work, { plantId, cuId: newCuId, cuType, ...texts, addedAt: now, replaces: oldUnit.id })
  if (!row) return fail('UNIT_ALREADY_PRESENT')
  const unit = await viewUnit(work.tx, row, now)
  work.broadcast({ plant: plantId }, 'saveCu', { plant_id: plantId, unit })
  return { unit }
}

const viewUnitsOfPlants = async ({ tx, now }: Work, caller: User, after: string | undefined) => {
  const found = await listVisibleUnitRows(tx, { caller, now, after, limit: unitsPerPage + 1 })
  const rows = found.slice(0, unitsPerPage)
  const names = await listPlantNames(tx, [...new Set(rows.map(({ plantId }) => plantId))])
  const units = (await viewUnits(tx, rows, now)).map((unit, index) => {
    const plantId = rows[index]?.plantId ?? ''
    return { ...unit, plant_id: plantId, plantname: names.get(plantId) ?? '' }
  })
  return { units, next: found.length > rows.length ? (rows.at(-1)?.id ?? null) : null }
}

export const centralUnitHandlers: HandlersOf<typeof centralUnitActions> = {
  getUnitTypes: async ({ work }) => ({
    types: Object.values(work.ports.devices.types).map((type) => type.facts),
    enrolmentWindowS: work.ports.settings.enrolmentWindowS,
  }),
  saveCu,
  substituteCu,
  replacedCu,
  ...unitCommandHandlers,
  enrollCu: async ({ input, fail, ...context }) => {
    const unit = (await findUnit(context.work.tx, input.plantId, input)) ?? fail('UNIT_NOT_FOUND')
    auditUnit(context.work, unit)
    // A unit that reports as new may be enrolled again: after a factory reset it waits for its plant.
    if (unit.acquired && unit.strangerLife === null) return fail('UNIT_ALREADY_PRESENT')
    await refuseNotEnabled(context.work, unit)
    return { enrolment: toEnrolment(await startEnrolment(context, unit)) }
  },
  enrollCuAck: async ({ work, input, fail }) => {
    const unit = (await findUnit(work.tx, input.plantId, input)) ?? fail('UNIT_NOT_FOUND')
    const last = await findLastEnrolment(work.tx, input.plantId, unit.unit)
    // An enrolment before the unit was added, or before it reported as new, concerns another box or life.
    const isOfThis = last !== undefined && last.startedAt >= (unit.strangerSince ?? unit.addedAt)
    return isOfThis ? { enrolment: toEnrolment(last) } : fail('ENROLMENT_NOT_FOUND')
  },
  ...removeUnitHandlers,
  saveCuDescription: async ({ work, input, fail }) => {
    const unit = (await findUnit(work.tx, input.plantId, input)) ?? fail('UNIT_NOT_FOUND')
    auditUnit(work, unit)
    const texts = { description: input.description, location: input.cu_location }
    work.audit.diff(unit, texts)
    const savedUnit = await updateUnitTextsIfVersion(work.tx, { id: unit.id, version: input.version }, texts)
    if (!savedUnit) {
      const { description, location, version } =
        (await findUnit(work.tx, input.plantId, input)) ?? fail('UNIT_NOT_FOUND')
      return fail('CHANGED_MEANWHILE', { now: { description, cu_location: location, version } })
    }
    const unitView = await viewUnit(work.tx, savedUnit, work.now)
    work.broadcast({ plant: input.plantId }, 'saveCu', { plant_id: input.plantId, unit: unitView })
    return { unit: unitView }
  },
  getUnitsDetails: async ({ work, input }) => ({
    units: await viewUnits(work.tx, await listUnitRows(work.tx, [input.plantId]), work.now),
  }),
  getAllCuInfo: ({ work, caller, input: { after } }) => viewUnitsOfPlants(work, caller, after),
  getShadow: async ({ work, input, caller, setAnsweredPlant, fail }) => {
    const rows = await listRowsOfUnit(work.tx, unitId(input.cuType, input.cuId))
    const plantIds = rows.map((one) => one.plantId)
    const now = work.now
    const visible = await listVisiblePlantIds(work.tx, caller, now, plantIds)
    const row = rows.find((one) => visible.includes(one.plantId)) ?? fail('UNIT_NOT_FOUND')
    setAnsweredPlant(row.plantId)
    const unit = await viewUnit(work.tx, row, now)
    return { unit, detail: row.detail, reportedAt: row.shadowAt?.toISOString() ?? null }
  },
  createNetwork: async ({ input, fail, ...context }) => {
    const unit = await requireEnabledUnit(context.work, input.plantId, input)
    const hasRadioNetwork = context.work.ports.devices.types[unit.cuType]?.facts.hasRadioNetwork ?? false
    if (!hasRadioNetwork && input.plant_code !== undefined) return fail('UNIT_HAS_NO_RADIO_NETWORK')
    if (hasRadioNetwork && input.plant_code === undefined) return fail('PLANT_CODE_REQUIRED')
    const command = { name: 'createNetwork', plantCode: input.plant_code ?? null } as const
    return { command: await requestCommand(context, { plantId: input.plantId, unit, command }) }
  },
  getStatoConfig: async ({ input, ...context }) => {
    const unit = await requireAcquiredUnit(context.work, input.plantId, input)
    return {
      command: await requestCommand(context, { plantId: input.plantId, unit, command: { name: 'statusQuery' } }),
    }
  },
}
