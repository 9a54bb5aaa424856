import type pg from 'pg'
import { isResourceShortage } from '../../kernel/sql-state.ts'

/** Needs a megabyte of new room, where a small row may still find some in a table, and leaves nothing behind. */
const allocateSpace = `do $$ begin
  perform set_config('temp_tablespaces', '', true);
  create temporary table room on commit drop as select repeat('x', 1000) as filler from generate_series(1, 1000);
end $$`

/**
 * Looks whether the database is of use. One whose disk is full still answers what it is asked: that it lacks something it says
 * to whoever writes, on any connection of the pool. From then on looking means writing, until that succeeds.
 */
export const watchResources = (pool: pg.Pool) => {
  let isLacking = false
  pool.on('connect', ({ connection }) => {
    connection.on('errorMessage', (error: unknown) => {
      if (isResourceShortage(error)) isLacking = true
    })
  })
  return {
    /** Rejects where the database does not answer, or lacks what it needs to write. */
    async look(): Promise<void> {
      if (!isLacking) return void (await pool.query('select 1'))
      await pool.query(allocateSpace)
      isLacking = false
    },
  }
}
