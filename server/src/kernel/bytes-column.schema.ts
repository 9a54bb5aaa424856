import { customType } from 'drizzle-orm/pg-core'

/** A column of bytes. */
export const bytea = customType<{ data: Buffer; driverData: Uint8Array }>({
  dataType: () => 'bytea',
  // The built-in database returns plain bytes.
  fromDriver: (value) => Buffer.from(value),
})
