import type { LevelSetting } from '@vigilux/contract/features/light-levels/light-level.rules.ts'
import type { LightTarget } from '@vigilux/contract/features/light-levels/light-level.ts'
import type { lightLevelActions } from '@vigilux/contract/features/light-levels/light-levels.actions.ts'
import type { HandlersOf } from '../../kernel/handler.ts'
import type { Work } from '../../kernel/work.ts'
import { findAggregation } from '../aggregations/index.ts'
import { auditUnit, type CentralUnitRow, findUnit, listUnitRows } from '../central-units/index.ts'
import { refuseUnknownLamps } from '../lamps/index.ts'
import { partsOfZone } from '../zones/index.ts'
import { refuseWithout, requestLevels } from './request-levels.ts'

type UnitTarget = { unit: CentralUnitRow; to: LevelSetting['to'] }

/** Targets of a zone: groups of its aggregations, and lamps added directly. */
const targetsOf = async (work: Work<'ZONE_NOT_FOUND'>, plantId: string, zoneId: string): Promise<UnitTarget[]> => {
  const { zone, groups, places } = (await partsOfZone(work.tx, plantId, zoneId)) ?? work.fail('ZONE_NOT_FOUND')
  work.audit.target({ kind: 'zone', id: zone.id, name: zone.name })
  const units = new Map((await listUnitRows(work.tx, [plantId])).map((row) => [row.unit, row]))
  return [
    ...groups.map((one) => ({ topic: one.cu, to: { groups: one.groups } })),
    ...places.map((one) => ({ topic: one.topic, to: { lamps: one.addrs } })),
  ].flatMap(({ topic, to }) => {
    const unit = units.get(topic)
    return unit ? [{ unit, to }] : []
  })
}

const requireUnitAt = async (work: Work<'UNIT_NOT_FOUND'>, plantId: string, topic: string): Promise<CentralUnitRow> =>
  (await findUnit(work.tx, plantId, { topic })) ?? work.fail('UNIT_NOT_FOUND')

/** The target lamps, by unit. */
const resolveTarget = async (
  work: Work<'ZONE_NOT_FOUND' | 'COLLECTION_NOT_FOUND' | 'UNIT_NOT_FOUND' | 'LAMP_NOT_FOUND'>,
  plantId: string,
  to: LightTarget,
): Promise<UnitTarget[]> => {
  if ('zone' in to) return targetsOf(work, plantId, to.zone)
  if ('collection' in to) {
    const { id, name, cu, groups } =
      (await findAggregation(work.tx, plantId, to.collection)) ?? work.fail('COLLECTION_NOT_FOUND')
    work.audit.target({ kind: 'aggregation', id, name })
    return [{ unit: await requireUnitAt(work, plantId, cu), to: { groups } }]
  }
  const unit = await requireUnitAt(work, plantId, to.topic)
  if ('all' in to) return [{ unit, to: 'all' }]
  if ('groups' in to) return [{ unit, to: { groups: to.groups } }]
  await refuseUnknownLamps(work, unit.id, to.addrs)
  return [{ unit, to: { lamps: to.addrs } }]
}

export const lightLevelHandlers: HandlersOf<typeof lightLevelActions> = {
  setLightLevel: async ({ input: { plantId, to, level, fadeS }, ...context }) => {
    const { work } = context
    const parts = await resolveTarget(work, plantId, to)
    const units = [...Map.groupBy(parts, ({ unit }) => unit.id).values()].flatMap((targetParts) => {
      const [first] = targetParts
      return first ? [{ unit: first.unit, settings: targetParts.map((part) => ({ to: part.to, level })) }] : []
    })
    for (const { unit } of units) auditUnit(work, unit)
    work.audit.diff(null, { light: level, fadeS })
    const requestedLevels = await requestLevels(context, { plantId, units }, { fadeS, holdS: null })
    refuseWithout(work, requestedLevels)
    return requestedLevels
  },
}
