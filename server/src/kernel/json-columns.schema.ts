import { customType, jsonb } from 'drizzle-orm/pg-core'
import type { z } from 'zod'

/**
 * A JSON column that is read through a schema: what an operator or a fault has written in another form fails where it is read, with what is wrong in it, and not somewhere else.
 * @param written makes what is stored of a value, where that is more than the value itself
 */
export const parsedJson = <Schema extends z.ZodType>(
  schema: Schema,
  written: (value: z.output<Schema>) => unknown = (value) => value,
) =>
  customType<{ data: z.output<Schema>; driverData: unknown }>({
    dataType: () => 'jsonb',
    toDriver: (value) => JSON.stringify(written(value)),
    fromDriver: (stored) => schema.parse(stored),
  })

/**
 * A JSON column that is read as it was written. For what is parsed before it is written or by the code that uses it, in
 * rows that every message of a unit or the sending of commands reads: there one row of another form, as a newer release
 * beside this one may write it, would stop the work for all. The schema says which it is.
 */
export const trustedJson = <Data>() => jsonb().$type<Data>()
