import type { Database } from '../database/open-database.ts'
import type { Connection } from './tables.ts'

/** Session settings with which every server formats values alike. */
const exactValues = `set local datestyle = 'ISO'; set local intervalstyle = 'postgres'; set local timezone = 'UTC';
  set local extra_float_digits = 1; set local bytea_output = 'hex'`

/**
 * Runs long work in one transaction on its own connection; `modes` as in BEGIN. Two databases may be used at once, so
 * this is not the transaction of features.
 */
export const inOneTransaction = async <T>(
  { pool }: Pick<Database, 'pool'>,
  modes: 'isolation level repeatable read, read only' | 'isolation level read committed',
  work: (connection: Connection) => Promise<T>,
): Promise<T> => {
  const client = await pool.connect()
  let failed = true
  try {
    await client.query(`begin ${modes}`)
    await client.query(`set local idle_in_transaction_session_timeout = 0; ${exactValues}`)
    const result = await work(client)
    const { command } = await client.query('commit')
    if (command !== 'COMMIT') throw new Error('The database did not commit')
    failed = false
    return result
  } finally {
    if (failed) await client.query('rollback').catch(() => undefined)
    client.release(failed)
  }
}
