import { type DeviceList, typesOfList } from '@vigilux/contract/features/lamps/lamp.rules.ts'
import { eq, type SQL, sql } from 'drizzle-orm'
import { centralUnitTable } from '../../tables/central-units.schema.ts'
import { lampTable } from '../../tables/lamps.schema.ts'
import { testResultTable, testRunTable } from './emergency-tests.schema.ts'

/** What stood at a position and is no longer there was an emergency lamp: units test nothing else of their own accord. */
const removedLampType = 'emergency'

const isListedType = (list: DeviceList): SQL | undefined => {
  const types = typesOfList[list]
  return types ? sql`in (select unnest(${sql.param([...types])}::text[]))` : undefined
}

/** Whether a result is of a device in the list; undefined where all are. The statement names `test_run` and `test_result`. */
export const resultIsOfDevices = (list: DeviceList): SQL | undefined => {
  const listed = isListedType(list)
  return (
    listed &&
    sql`coalesce((select ${lampTable.type} from ${lampTable} where ${eq(lampTable.centralUnitId, testRunTable.centralUnitId)}
      and ${lampTable.addr} = ${testResultTable.lamp} and ${lampTable.serial} = ${testResultTable.serial}), ${removedLampType}) ${listed}`
  )
}

/** How many positions of a test are devices of the list. The statement names `test_run`. */
export const countPositions = (list: DeviceList): SQL<number> => {
  const listed = isListedType(list)
  if (!listed) return sql<number>`cardinality(${testRunTable.lamps})`
  return sql<number>`(select count(*)::int from unnest(${testRunTable.lamps}) as position
    left join ${lampTable} on ${eq(lampTable.centralUnitId, testRunTable.centralUnitId)} and ${lampTable.addr} = position
    where coalesce(${lampTable.type}, ${removedLampType}) ${listed})`
}

/**
 * Whether a test is of devices in the list; undefined where all are. Nearly every test is of emergency lamps, which shows
 * at its first position; nearly none of others, which is asked from their side.
 */
export const testIsOfDevices = (list: DeviceList, plantId: string): SQL | undefined => {
  const listed = isListedType(list)
  if (!listed) return undefined
  if (list === 'emergency')
    return sql`exists (select from unnest(${testRunTable.lamps}) as position
      left join ${lampTable} on ${eq(lampTable.centralUnitId, testRunTable.centralUnitId)} and ${lampTable.addr} = position
      where coalesce(${lampTable.type}, ${removedLampType}) ${listed})`
  return sql`(${testRunTable.id}, ${testRunTable.centralUnitId}) in (
    select ${testResultTable.testId}, ${lampTable.centralUnitId} from ${lampTable}
    join ${testResultTable} on ${testResultTable.serial} = ${lampTable.serial} and ${testResultTable.lamp} = ${lampTable.addr}
    where ${lampTable.type} ${listed} and ${lampTable.centralUnitId} in (
      select ${centralUnitTable.id} from ${centralUnitTable} where ${centralUnitTable.plantId} = ${plantId}))`
}
