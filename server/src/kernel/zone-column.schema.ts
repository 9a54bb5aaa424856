import { customType } from 'drizzle-orm/pg-core'
import { zoneOrUtc } from './zoned.ts'

/**
 * A time zone column. A runtime update may remove the zone's rules: readers then get UTC. SQL statements see the stored
 * name and compute no days with it, because the database has its own rules.
 */
export const zoneColumn = customType<{ data: string }>({
  dataType: () => 'text',
  fromDriver: (value) => zoneOrUtc(String(value)),
})
