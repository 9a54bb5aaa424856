import { type DeviceList, typesOfList } from '@vigilux/contract/features/lamps/lamp.rules.ts'
import { eq, type SQL, sql } from 'drizzle-orm'
import { centralUnitTable } from '../../tables/central-units.schema.ts'
import { lampTable } from '../../tables/lamps.schema.ts'
import { testResultTable, testRunTable } from './emergency-tests.schema.ts'

/** A removed device counts as an emergency lamp: units test nothing else automatically. */
const removedLampType = 'emergency'

const isListedType = (list: DeviceList): SQL | undefined => {
  const types = typesOfList[list]
  return types ? sql`in (select unnest(${sql.param([...types])}::text[]))` : undefined
}

/** Condition for results of listed devices; undefined for all. The statement names `test_run` and `test_result`. */
export const resultIsOfDevices = (list: DeviceList): SQL | undefined => {
  const typeFilter = isListedType(list)
  return (
    typeFilter &&
    sql`coalesce((select ${lampTable.type} from ${lampTable} where ${eq(lampTable.centralUnitId, testRunTable.centralUnitId)}
      and ${lampTable.addr} = ${testResultTable.lamp} and ${lampTable.serial} = ${testResultTable.serial}), ${removedLampType}) ${typeFilter}`
  )
}

/** Number of a test's positions with devices of the list. The statement names `test_run`. */
export const countPositions = (list: DeviceList): SQL<number> => {
  const typeFilter = isListedType(list)
  if (!typeFilter) return sql<number>`cardinality(${testRunTable.lamps})`
  return sql<number>`(select count(*)::int from unnest(${testRunTable.lamps}) as position
    left join ${lampTable} on ${eq(lampTable.centralUnitId, testRunTable.centralUnitId)} and ${lampTable.addr} = position
    where coalesce(${lampTable.type}, ${removedLampType}) ${typeFilter})`
}

/**
 * Condition for tests of devices in the list; undefined for all. Most tests are of emergency lamps, recognized by the
 * first position; the few others are found from the devices.
 */
export const testIsOfDevices = (list: DeviceList, plantId: string): SQL | undefined => {
  const typeFilter = isListedType(list)
  if (!typeFilter) return undefined
  if (list === 'emergency')
    return sql`exists (select from unnest(${testRunTable.lamps}) as position
      left join ${lampTable} on ${eq(lampTable.centralUnitId, testRunTable.centralUnitId)} and ${lampTable.addr} = position
      where coalesce(${lampTable.type}, ${removedLampType}) ${typeFilter})`
  return sql`(${testRunTable.id}, ${testRunTable.centralUnitId}) in (
    select ${testResultTable.testId}, ${lampTable.centralUnitId} from ${lampTable}
    join ${testResultTable} on ${testResultTable.serial} = ${lampTable.serial} and ${testResultTable.lamp} = ${lampTable.addr}
    where ${lampTable.type} ${typeFilter} and ${lampTable.centralUnitId} in (
      select ${centralUnitTable.id} from ${centralUnitTable} where ${centralUnitTable.plantId} = ${plantId}))`
}
