import type { CentralUnit, UnitTypeFacts } from '@vigilux/contract/features/central-units/central-unit.ts'
import {
  type centralUnitActions,
  unitsPerPage,
} from '@vigilux/contract/features/central-units/central-units.actions.ts'
import { canAddUnit } from '@vigilux/contract/features/plants/plant.rules.ts'
import { unitId } from '@vigilux/device-plane/topics.ts'
import type { User } from '../../kernel/caller.ts'
import type { HandlersOf } from '../../kernel/handler.ts'
import type { Work } from '../../kernel/work.ts'
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

const viewUnit = async (work: Work, row: CentralUnitRow): Promise<CentralUnit> => {
  const [unit] = await viewUnits(work, [row])
  if (!unit) throw new Error(`unit ${row.unit} cannot be shown`)
  return unit
}

const checkSerial = (work: Work<'UNIT_SERIAL_FORMAT'>, { serialDigits }: UnitTypeFacts, cuId: string): void => {
  if (cuId.length !== serialDigits) work.fail('UNIT_SERIAL_FORMAT', { digits: serialDigits, given: cuId.length })
}

const saveCu: HandlersOf<typeof centralUnitActions>['saveCu'] = async ({ work, input }) => {
  const { facts } = work.ports.devices.types[input.cuType] ?? work.fail('UNIT_TYPE_UNKNOWN')
  checkSerial(work, facts, input.cuId)
  const fullId = unitId(input.cuType, input.cuId)
  auditUnit(work, { ...input, unit: fullId })
  const now = work.now
  const rows = await listUnitRows(work.tx, [input.plantId])
  if (rows.some((row) => row.unit === fullId)) return work.fail('UNIT_ALREADY_PRESENT')
  const existingUnits = rows.map((row) => ({ cu_type: row.cuType }))
  const verdict = canAddUnit(
    await findTier(work.tx, input.plantId, now),
    existingUnits,
    input.cuType,
    work.ports.settings.limits.units,
  )
  if (!verdict.can) return work.fail(verdict.reason, { limit: verdict.limit, type: facts.name })
  const { plantId, cuId, cuType, description, cu_location: location } = input
  const row = await insertUnit(work, { plantId, cuId, cuType, description, location, addedAt: now })
  if (!row) return work.fail('UNIT_ALREADY_PRESENT')
  work.audit.diff(null, { description, location })
  const unit = await viewUnit(work, row)
  work.broadcast({ plant: plantId }, 'saveCu', { plant_id: plantId, unit })
  return { unit }
}

const substituteCu: HandlersOf<typeof centralUnitActions>['substituteCu'] = async ({ input, ...context }) => {
  const { work } = context
  const { plantId, newCuId } = input
  const oldUnit = await requireEnabledUnit(context.work, plantId, input)
  const { cuType } = oldUnit
  const type = work.ports.devices.types[cuType]
  if (!type) throw new Error(`no unit type ${cuType}`)
  checkSerial(work, type.facts, newCuId)
  work.audit.diff({ serial: oldUnit.cuId }, { serial: newCuId })
  await refuseWhileHeld(work, plantId, oldUnit.unit)
  const texts = { description: oldUnit.description, location: oldUnit.location }
  const row = await insertUnit(work, {
    plantId,
    cuId: newCuId,
    cuType,
    ...texts,
    addedAt: work.now,
    replaces: oldUnit.id,
  })
  if (!row) return work.fail('UNIT_ALREADY_PRESENT')
  const unit = await viewUnit(work, row)
  work.broadcast({ plant: plantId }, 'saveCu', { plant_id: plantId, unit })
  return { unit }
}

const viewUnitsOfPlants = async (work: Work, caller: User, after: string | undefined) => {
  const { tx, now } = work
  const found = await listVisibleUnitRows(tx, { caller, now, after, limit: unitsPerPage + 1 })
  const rows = found.slice(0, unitsPerPage)
  const names = await listPlantNames(tx, [...new Set(rows.map(({ plantId }) => plantId))])
  const units = (await viewUnits(work, rows)).map((unit, index) => {
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
  enrollCu: async ({ input, ...context }) => {
    const { work } = context
    const unit = (await findUnit(work.tx, input.plantId, input)) ?? work.fail('UNIT_NOT_FOUND')
    auditUnit(work, unit)
    // A unit reporting as new may be enrolled again: after a factory reset it waits for its plant.
    if (unit.acquired && unit.unknownLife === null) return work.fail('UNIT_ALREADY_PRESENT')
    await refuseNotEnabled(work, unit)
    return { enrolment: toEnrolment(await startEnrolment(context, unit)) }
  },
  enrollCuAck: async ({ work, input }) => {
    const unit = (await findUnit(work.tx, input.plantId, input)) ?? work.fail('UNIT_NOT_FOUND')
    const last = await findLastEnrolment(work.tx, input.plantId, unit.unit)
    // An enrolment before the unit was added, or before it reported as new, concerns another box or life.
    const isOfThis = last !== undefined && last.startedAt >= (unit.unknownLifeSince ?? unit.addedAt)
    return isOfThis ? { enrolment: toEnrolment(last) } : work.fail('ENROLMENT_NOT_FOUND')
  },
  ...removeUnitHandlers,
  saveCuDescription: async ({ work, input }) => {
    const unit = (await findUnit(work.tx, input.plantId, input)) ?? work.fail('UNIT_NOT_FOUND')
    auditUnit(work, unit)
    const texts = { description: input.description, location: input.cu_location }
    work.audit.diff(unit, texts)
    const savedUnit = await updateUnitTextsIfVersion(work.tx, { id: unit.id, version: input.version }, texts)
    if (!savedUnit) {
      const { description, location, version } =
        (await findUnit(work.tx, input.plantId, input)) ?? work.fail('UNIT_NOT_FOUND')
      return work.fail('CHANGED_MEANWHILE', { now: { description, cu_location: location, version } })
    }
    const unitView = await viewUnit(work, savedUnit)
    work.broadcast({ plant: input.plantId }, 'saveCu', { plant_id: input.plantId, unit: unitView })
    return { unit: unitView }
  },
  getUnitsDetails: async ({ work, input }) => ({
    units: await viewUnits(work, await listUnitRows(work.tx, [input.plantId])),
  }),
  getAllCuInfo: ({ work, caller, input: { after } }) => viewUnitsOfPlants(work, caller, after),
  getShadow: async ({ work, input, caller, setAnsweredPlant }) => {
    const rows = await listRowsOfUnit(work.tx, unitId(input.cuType, input.cuId))
    const plantIds = rows.map((one) => one.plantId)
    const now = work.now
    const visible = await listVisiblePlantIds(work.tx, caller, now, plantIds)
    const row = rows.find((one) => visible.includes(one.plantId)) ?? work.fail('UNIT_NOT_FOUND')
    setAnsweredPlant(row.plantId)
    const unit = await viewUnit(work, row)
    return { unit, detail: row.detail, reportedAt: row.shadowAt?.toISOString() ?? null }
  },
  createNetwork: async ({ input, ...context }) => {
    const { work } = context
    const unit = await requireEnabledUnit(work, input.plantId, input)
    const hasRadioNetwork = work.ports.devices.types[unit.cuType]?.facts.hasRadioNetwork ?? false
    if (!hasRadioNetwork && input.plant_code !== undefined) return work.fail('UNIT_HAS_NO_RADIO_NETWORK')
    if (hasRadioNetwork && input.plant_code === undefined) return work.fail('PLANT_CODE_REQUIRED')
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
