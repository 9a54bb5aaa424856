import type { Database } from '../adapters/database/open-database.ts'

/** Row count and hash of each table: databases with equal fingerprints have equal content. */
export const fingerprintOf = async ({ pool }: Database): Promise<Record<string, string>> => {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
     and not relispartition order by 1`,
  )
  const print: Record<string, string> = {}
  for (const { name } of tables) {
    const { rows } = await pool.query<{ print: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, chr(10) order by t::text collate "C")), '') as print from "${name}" t`,
    )
    print[name] = rows[0]?.print ?? ''
  }
  return print
}
