import { customType, jsonb } from 'drizzle-orm/pg-core'
import type { z } from 'zod'

/**
 * A JSON column parsed by a schema. Rows written in another form, by an operator or a bug, fail when read, with the
 * cause.
 * @param encode the stored form of a value, if it differs from the value
 */
export const parsedJson = <Schema extends z.ZodType>(
  schema: Schema,
  encode: (value: z.output<Schema>) => unknown = (value) => value,
) =>
  customType<{ data: z.output<Schema>; driverData: unknown }>({
    dataType: () => 'jsonb',
    toDriver: (value) => JSON.stringify(encode(value)),
    fromDriver: (storedValue) => schema.parse(storedValue),
  })

/**
 * A JSON column read without parsing: its data is parsed before it is written, or by its consumer. For rows read with
 * every unit message or while sending commands: one row in another form, as from a newer release, must not stop the
 * work for all.
 */
export const trustedJson = <Data>() => jsonb().$type<Data>()
