import { customType } from 'drizzle-orm/pg-core'
import { zoneOrUtc } from './zoned.ts'

/**
 * A column with a time zone. Its rules may go with an update of the runtime: readers then get UTC. Statements in SQL see the stored name,
 * and cut no days by it: the database has rules of its own.
 */
export const zoneColumn = customType<{ data: string }>({
  dataType: () => 'text',
  fromDriver: (value) => zoneOrUtc(String(value)),
})
