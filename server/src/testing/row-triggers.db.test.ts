import { type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Tx } from '../kernel/transaction.ts'
import { insertLamps } from './lamp-fixtures.ts'
import { rowsRead } from './rows-read.ts'
import { createTestServer, type TestServer } from './test-server.ts'

/** A connection caches the plan of a trigger from small tables. Each row of a large write must not scan all others. */
let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
  const { userId } = await server.create.user()
  const plantId = await server.create.plant({ members: { installerAdministrator: userId } })
  const unit = await server.create.unit(plantId)
  await insertLamps(server, plantId, [{ addr: 1, serial: 'A1B2C1' }], unit)
})
afterAll(() => server.stop())

const rowCount = 400
const id = (prefix: string, n = sql`n`) => sql`(${prefix} || lpad(${n}::text, 12, '0'))::uuid`
const plants = id('00000000-0000-4000-8000-')
const units = id('00000000-0000-4000-8001-')
const runs = id('00000000-0000-4000-8002-')
const scenes = id('00000000-0000-4000-8003-')

/** Rows `from` to `to` of all tables read by the triggers, one per plant. */
const fillTables = async (tx: Tx, from: number, to: number): Promise<void> => {
  const n = sql`generate_series(${from}::int, ${to}::int) n`
  const copy = (table: string, set: SQL) =>
    tx.execute(sql`insert into ${sql.identifier(table)} select made.*
      from (select * from ${sql.identifier(table)} limit 1) one, ${n},
        lateral jsonb_populate_record(null::${sql.identifier(table)}, to_jsonb(one) || ${set}) made`)
  await tx.execute(sql`set local session_replication_role = replica`)
  await copy('plant', sql`jsonb_build_object('id', ${plants}, 'erased_at', now())`)
  await copy('plant_member', sql`jsonb_build_object('plant_id', ${plants})`)
  const unit = sql`'id', ${units}, 'plant_id', ${plants}, 'unit', 'logica_' || 100000 + n`
  await copy('central_unit', sql`jsonb_build_object(${unit}, 'life', null)`)
  const lamp = sql`'central_unit_id', ${units}, 'serial', 'B' || 100000 + n / 2`
  await copy('lamp', sql`jsonb_build_object(${lamp})`)
  await tx.execute(sql`insert into unit_link (unit, online, boot, since, last_seen)
    select 'logica_' || 100000 + n, false, 1, now(), now() from ${n}`)
  await tx.execute(sql`insert into test_run (id, plant_id, central_unit_id, unit, kind, trigger, state, requested_at, lamps)
    select ${runs}, ${plants}, ${units}, 'logica_' || 100000 + n, 'functional', 'user', 'running', now(), '{}' from ${n}`)
  await tx.execute(sql`insert into test_result (test_id, lamp, serial, description, location, result, at, received_at)
    select ${runs}, 1, '', '', '', 'passed', now(), now() from ${n}`)
  await tx.execute(sql`insert into scene (id, plant_id, name, enabled, ramp, mode, saved_at)
    select ${scenes}, ${plants}, 'x', true, false, 'calendar', now() from ${n}`)
  await tx.execute(sql`insert into plant_figures
      (plant_id, severity, condition, result, units, connected, lamps, counts, attention, updated_at)
    select ${plants}, 0, 'ok', 'unknown', 0, 0, 0, '{}', '[]', now() from ${n}`)
  const person = sql`(select user_id from plant_member limit 1)`
  await tx.execute(sql`insert into favourite_plant (user_id, plant_id) select ${person}, ${plants} from ${n}`)
  await tx.execute(sql`insert into attention_assignment (plant_id, cu, code, user_id, at)
    select ${plants}, 'logica_' || 100000 + n, 'unit_offline', ${person}, now() from ${n}`)
  await tx.execute(sql`insert into attention_snooze (plant_id, cu, code, user_id, until, reason, count, condition)
    select ${plants}, 'logica_' || 100000 + n, 'unit_offline', ${person}, now(), '', 0, 'ok' from ${n}`)
  await tx.execute(sql`insert into logbook_entry (plant_id, kind, at, facts, no, id, recorded_at, hash)
    select ${plants}, 'note', now(), '{}', 1, ${runs}, now(), '' from ${n}`)
  await tx.execute(sql`set local session_replication_role = origin`)
}

const causes = sql`jsonb_build_array(jsonb_build_object('cu', 'x', 'code', 'y'))`
const ofCauses = ['attention_assignment', 'attention_snooze']
/** Writes to all rows of a table, and the tables read by its triggers. */
const writes: { what: string; reads: string[]; statement: SQL }[] = [
  {
    what: 'units connect',
    reads: ['central_unit'],
    statement: sql`update unit_link set online = not online where true`,
  },
  { what: 'results change', reads: ['test_run'], statement: sql`update test_result set result = 'failed' where true` },
  {
    what: 'units are acquired',
    reads: ['lamp', 'central_unit'],
    statement: sql`update central_unit set acquired = not acquired where true`,
  },
  {
    what: 'lamps are listed anew',
    reads: ['lamp', 'central_unit'],
    statement: sql`update lamp set serial = serial || 'A' where true`,
  },
  { what: 'plants move', reads: ['scene'], statement: sql`update plant set lat = 1 where true` },
  {
    what: 'causes end',
    reads: ofCauses,
    statement: sql`update plant_figures set attention = ${causes} where true`,
  },
  {
    what: 'memberships end',
    reads: ['favourite_plant', ...ofCauses],
    statement: sql`delete from plant_member where true`,
  },
  { what: 'entries are erased', reads: ['plant'], statement: sql`delete from logbook_entry where true` },
]

it('triggers read about as many rows as they write, also with old plans', async () => {
  const { db } = server.database
  await db.transaction((tx) => fillTables(tx, 1, 10))
  await db.execute(sql`analyze`)
  const tooMany: string[] = []
  const undone = new Error('nothing stays written')
  const [fewRows, grown] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  // On another connection, because turning triggers off clears the cached plans.
  const filling = fewRows.promise.then(() => db.transaction((tx) => fillTables(tx, 11, rowCount))).then(grown.resolve)
  const inOneConnection = db.transaction(async (tx) => {
    const write = async (statement: SQL) => {
      await tx.execute(sql`savepoint before`)
      await tx.execute(statement)
      await tx.execute(sql`rollback to savepoint before`)
    }
    for (const { statement } of writes) await write(statement)
    fewRows.resolve()
    await grown.promise
    for (const { what: name, reads, statement } of writes)
      for (const table of reads) {
        const read = await rowsRead(tx, table, () => write(statement))
        if (read > 10 * rowCount) tooMany.push(`${name}: ${read} of ${table}`)
      }
    throw undone
  })
  await expect(inOneConnection).rejects.toThrow(undone)
  await filling
  expect(tooMany).toEqual([])
})
