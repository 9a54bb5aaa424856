import type pg from 'pg'
import { isResourceShortage } from '../../kernel/sql-state.ts'

/**
 * Allocates a megabyte and leaves nothing behind, because a small row may still fit into an existing table on a full
 * disk.
 */
const allocateSpace = `do $$ begin
  perform set_config('temp_tablespaces', '', true);
  create temporary table room on commit drop as select repeat('x', 1000) as filler from generate_series(1, 1000);
end $$`

/**
 * Checks whether the database is usable. A database with a full disk still answers reads and reports the shortage only
 * to writers, on any connection of the pool. After such an error each check writes, until a write succeeds.
 */
export const watchResources = (pool: pg.Pool) => {
  let isLacking = false
  pool.on('connect', ({ connection }) => {
    connection.on('errorMessage', (error: unknown) => {
      if (isResourceShortage(error)) isLacking = true
    })
  })
  return {
    /** Rejects if the database does not answer, or lacks resources to write. */
    async look(): Promise<void> {
      if (!isLacking) return void (await pool.query('select 1'))
      await pool.query(allocateSpace)
      isLacking = false
    },
  }
}
