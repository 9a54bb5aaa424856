import { customType, jsonb } from 'drizzle-orm/pg-core'
import type { z } from 'zod'

/**
 * A JSON column that is parsed through a schema. Rows that an operator or a bug wrote in another form fail where they
 * are read, with the cause.
 * @param encode makes what is stored of a value, where that is more than the value itself
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
 * A JSON column that is read without parsing: its data is parsed before it is written, or by the code that uses it. For
 * rows that every message of a unit or the sending of commands reads: one row in another form, as a newer release may
 * write it, must not stop the work for all. Each schema states which kind of column it uses.
 */
export const trustedJson = <Data>() => jsonb().$type<Data>()
