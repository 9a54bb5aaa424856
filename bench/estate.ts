import { createHash } from 'node:crypto'
import {
  canonicalEntry,
  genesisInput,
  type SealedEntry,
  sealInputOfCanonical,
} from '@vigilux/contract/features/logbook/chain.rules.ts'
import type { PlantRole } from '@vigilux/contract/kernel/permissions.ts'

import { pollUntil } from '../e2e/support/api-client.ts'
import type { RunningProduct } from '../e2e/support/running-product.ts'
import { copyRows } from '../server/src/adapters/backup/copy-rows.ts'
import type { Connection } from '../server/src/adapters/backup/tables.ts'

/** A manufacturer's installation: all its plants have the same members. */
export const estateSize = {
  plants: 2_000,
  units: 2_400,
  lampsPerUnit: 125,
  /** Tests of each unit: one every four weeks, the last an autonomy test. */
  testsPerUnit: 13,
  /** Units of the largest plant. */
  largestUnits: 8,
  /** Logbook entries of the largest plant, and of each other one. */
  largestEntries: 1_100_000,
  entries: 150,
} as const

/** Ids of the rows, by kind and number. */
const idOf = (kind: number, n: number): string => `0000000${kind}-0000-4000-8000-${String(n).padStart(12, '0')}`
const sqlId = (kind: number, n: string): string =>
  `('0000000${kind}-0000-4000-8000-' || lpad((${n})::text, 12, '0'))::uuid`

/** The plant with the most units and the longest logbook. */
export const largestPlantId = idOf(1, 1)

const { plants, units, lampsPerUnit, testsPerUnit, largestUnits } = estateSize

/** The plant of a unit: the first units are those of the largest plant, the others go around. */
const plantOfUnit = `case when u <= ${largestUnits} then 1 else 2 + (u - ${largestUnits} - 1) % ${plants - 1} end`

/** The members of all plants; the first made them. */
export type EstateMembers = readonly { userId: string; role: PlantRole }[]

const structure = (members: EstateMembers): string[] => [
  `insert into plant (id, plantname, plant_type, country, housenumber, city, street, prov, cap, lat, long, timezone, search_text,
     created_by, created_at, ever_pro, pro_expiry)
   select ${sqlId(1, 'n')}, 'Market ' || n, 'basic', 'IT', '1', 'City ' || n % 90, 'Street', 'BZ', '39100',
     46 + n % 100 / 100.0, 11 + n / 100 / 100.0, (array['Europe/Rome', 'Europe/London', 'Europe/Athens'])[1 + n % 3],
     'market ' || n || ' city ' || n % 90, '${members[0]?.userId}', now() - interval '3 years', n % 5 > 0,
     case when n % 5 > 0 then now() + interval '1 year' end
   from generate_series(1, ${plants}) n`,
  ...members.map(
    ({ userId, role }) => `insert into plant_member (plant_id, user_id, role, since)
   select ${sqlId(1, 'n')}, '${userId}', '${role}', now() - interval '3 years' from generate_series(1, ${plants}) n`,
  ),
  `insert into unit_link (unit, online, life, boot, since, last_seen)
   select 'logica_' || upper(lpad(to_hex(u), 6, '0')), true, 'be9c0be9c0be9c01', 1, now(), now() from generate_series(1, ${units}) u`,
  `insert into central_unit (id, plant_id, unit, cu_type, cu_id, acquired, life, description, added_at, shadow_at, detail)
   select ${sqlId(2, 'u')}, ${sqlId(1, plantOfUnit)}, 'logica_' || upper(lpad(to_hex(u), 6, '0')), 'logica',
     upper(lpad(to_hex(u), 6, '0')), true, 'be9c0be9c0be9c01', 'Floor ' || u % 12, now() - interval '3 years', now(),
     jsonb_build_object('ratedHours', 1,
       'functional', jsonb_build_object('next', to_char(date_trunc('day', now()) + (u % 28 + 1) * interval '1 day' + u % 24 * interval '1 hour', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'period', '4w', 'deferred', false),
       'autonomy', jsonb_build_object('next', to_char(date_trunc('day', now()) + (u % 365 + 1) * interval '1 day', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'period', '12m', 'deferred', false))
   from generate_series(1, ${units}) u`,
  `insert into lamp (central_unit_id, addr, serial, type, function, mode, reported, errors, condition, condition_since, battery, dimming, groups,
     rated_min, boot, seq, reported_at)
   select ${sqlId(2, 'u')}, a, upper(lpad(to_hex(u * 256 + a), 6, '0')), 'emergency', 'nonMaintained', 'normal',
     faults, faults, case when cardinality(faults) > 0 then 'error' else 'ok' end, now() - interval '9 days', 90, 100, '{1}', 60, 1, a, now()
   from generate_series(1, ${units}) u, generate_series(1, ${lampsPerUnit}) a,
     lateral (select case when u % 20 = 0 and a < 3 then array['battery_short'] else '{}' end as faults) as reported`,
  `insert into lamp_note (central_unit_id, serial, description, location)
   select central_unit_id, serial, 'Exit ' || addr, 'Corridor ' || addr % 9 from lamp`,
]

/** A month of tests at a time: a statement of all results would take minutes. Results of a unit come together. */
const testsOfMonth = (n: number): string[] => [
  `insert into test_run (id, plant_id, central_unit_id, unit, kind, trigger, state, requested_at, started_at, ended_at, lamps, rated_min)
   select ${sqlId(3, `u * 100 + ${n}`)}, plant_id, id, unit, '${n === testsPerUnit ? 'autonomy' : 'functional'}', 'automatic', 'finished',
     at, at, at + interval '1 hour', (select array_agg(a) from generate_series(1, ${lampsPerUnit}) a), 60
   from (select *, row_number() over (order by id) as u from central_unit) as unit,
     lateral (select now() - (${n} * 28 - u % 28) * interval '1 day' as at) as began`,
  `insert into test_result (test_id, lamp, serial, description, location, result, reason, measured_s, rated_min, at, received_at)
   select ${sqlId(3, `u * 100 + ${n}`)}, a, upper(lpad(to_hex(u * 256 + a), 6, '0')), 'Exit ' || a, 'Corridor ' || a % 9,
     case when (u + a + ${n}) % 400 = 0 then 'failed' else 'passed' end,
     case when (u + a + ${n}) % 400 = 0 then 'battery_duration' end, 3700, 60, at, at
   from generate_series(1, ${units}) u, generate_series(1, ${lampsPerUnit}) a,
     lateral (select now() - (${n} * 28 - u % 28) * interval '1 day' as at) as began
   order by at, u, a`,
]

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

const entryColumns =
  'plant_id, kind, at, unit, lamp, lamp_serial, facts, no, id, recorded_at, text, hash, search, result, clock_wrong'
const linesPerCopy = 5_000

/** Seals a valid chain of one plant; returns its last seal. */
const sealEntries = async (client: Connection, plant: number, count: number): Promise<string> => {
  const plantId = idOf(1, plant)
  let hash = sha256(genesisInput(plantId))
  let lines: string[] = []
  const start = Date.now() - count * 60_000
  for (let no = 1; no <= count; no++) {
    const isVisit = no % 100 === 0
    const at = new Date(start + no * 60_000).toISOString()
    const entry: SealedEntry = {
      no,
      id: `${plant.toString(16).padStart(8, '0')}-0000-4000-8000-${no.toString(16).padStart(12, '0')}`,
      kind: isVisit ? 'service' : 'mainsFailed',
      at,
      recordedAt: at,
      unit: 'logica_000001',
      lamp: null,
      lampSerial: null,
      testId: null,
      corrects: null,
      about: null,
      by: null,
      facts: {},
      text: isVisit ? `Visit ${no}` : '',
      clockWrong: false,
    }
    hash = sha256(sealInputOfCanonical(hash, canonicalEntry(entry)))
    const search = `logica_000001${isVisit ? ` visit ${no}` : ''}`
    const { kind, unit, id, text } = entry
    lines.push(
      JSON.stringify([plantId, kind, at, unit, null, null, '{}', String(no), id, at, text, hash, search, null, 'f']),
    )
    if (lines.length === linesPerCopy || no === count) {
      await copyRows(client, `logbook_entry (${entryColumns})`, lines)
      lines = []
    }
  }
  return hash
}

const sealLogbooks = async (client: Connection): Promise<void> => {
  for (let plant = 1; plant <= plants; plant++) {
    const count = plant === 1 ? estateSize.largestEntries : estateSize.entries
    const hash = await sealEntries(client, plant, count)
    await client.query(
      `insert into logbook_head (plant_id, no, entries, hash, sealed_at) values ($1, $2, $2, $3, now())`,
      [idOf(1, plant), count, hash],
    )
  }
}

/** Fills a product with the estate of these people. The product itself computes the figures of the plants. */
export const seedEstate = async (product: RunningProduct, members: EstateMembers): Promise<void> => {
  const { pool } = product.product().database
  const client = await pool.connect()
  try {
    // Triggers would mark a plant as due with each of its rows.
    await client.query(`set session_replication_role = replica; set statement_timeout = 0`)
    for (const statement of structure(members)) await client.query(statement)
    for (let n = testsPerUnit; n > 0; n--) for (const statement of testsOfMonth(n)) await client.query(statement)
    await sealLogbooks(client)
    await client.query('insert into plant_figures_due (plant_id) select id from plant')
    await client.query('vacuum analyze')
  } finally {
    client.release(true)
  }
  const isSettled = async () => (await pool.query('select 1 from plant_figures_due limit 1')).rowCount === 0
  await pollUntil('the figures of all plants', isSettled, 600_000)
}
