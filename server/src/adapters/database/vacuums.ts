import type pg from 'pg'

/**
 * The table that is most in need, by the rule and the defaults of PostgreSQL's own autovacuum: of dead rows 50 and a fifth, of rows
 * that were added 1,000 and a fifth, of rows that were changed since they were counted 50 and a tenth.
 */
const mostInNeed = `
  select format('%I.%I', schemaname, relname) as name from pg_stat_all_tables
  where schemaname not in ('pg_toast', 'information_schema')
    and (n_dead_tup > 50 + 0.2 * n_live_tup or n_ins_since_vacuum > 1000 + 0.2 * n_live_tup
      or n_mod_since_analyze > 50 + 0.1 * n_live_tup)
  order by n_dead_tup desc, n_mod_since_analyze desc limit 1`

/**
 * Makes the room of dead rows free for new ones, and counts for the planner, in one table. PGlite runs without the processes that do
 * so in PostgreSQL: tables would grow with every change. One table at a time, since the engine serves nobody meanwhile.
 * @returns its name, or undefined where none is in need
 */
export async function vacuumIfDue(pool: Pick<pg.Pool, 'query'>): Promise<string | undefined> {
  // What was just changed is else counted a second later, when the engine is next asked for something.
  await pool.query('select pg_stat_force_next_flush()')
  const { rows } = await pool.query<{ name: string }>(mostInNeed)
  const [table] = rows
  if (table) await pool.query(`vacuum (analyze) ${table.name}`)
  return table?.name
}
