import { kindsRequiringText } from '@vigilux/contract/features/logbook/logbook-entry.ts'
import { and, asc, count, eq, gte, inArray, isNotNull, isNull, lt, min, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { historiesOf } from '../composition/histories.ts'
import { testResultTable, testRunTable } from '../features/emergency-tests/emergency-tests.schema.ts'
import { readLogbookFacts } from '../features/logbook/index.ts'
import { logbookEntryTable } from '../features/logbook/logbook.schema.ts'
import { invitationTable } from '../features/members/members.schema.ts'
import { escalationRunTable, escalationTable } from '../features/notices/escalations.schema.ts'
import { noticeDeliveryTable, noticeTable } from '../features/notices/notices.schema.ts'
import { listOpenNotices } from '../features/notices/open-notices.store.ts'
import { officeNoteTable } from '../features/office/office.schema.ts'
import { roomLampTable, roomTable } from '../features/rooms/rooms.schema.ts'
import { sceneRunTable, sceneRunUnitTable, sceneTable } from '../features/scenes/scenes.schema.ts'
import { zoneLampTable, zoneTable } from '../features/zones/zones.schema.ts'
import { auditTable } from '../kernel/audit.schema.ts'
import { pruneHistories } from '../kernel/history.ts'
import type { Tx } from '../kernel/transaction.ts'
import { userTable } from '../tables/accounts.schema.ts'
import { centralUnitTable } from '../tables/central-units.schema.ts'
import { lampNoteTable } from '../tables/lamps.schema.ts'
import { noticeThresholdTable } from '../tables/notices.thresholds.schema.ts'
import { plantTable } from '../tables/plants.schema.ts'
import { partialDemoEstate } from '../testing/partial-demo-estate.ts'
import { quietLog } from '../testing/quiet-log.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { transactionsOn } from '../testing/test-work.ts'
import { dayMs, yearMs } from './past-batteries.ts'
import { seedDemo } from './seed-demo.ts'
import { demoEstate, describeEstate } from './simulator-process.ts'

type TestDatabase = Awaited<ReturnType<typeof createTestDatabase>>
let database: TestDatabase
let tx: Tx
const at = new Date()
const log = quietLog()
const accountDefaults = {
  at,
  password: 'x',
  hashPassword: async () => 'hash',
  describe: () => describeEstate(demoEstate),
}
const seed = () => transactionsOn(database.db)((work) => seedDemo(work, demoEstate, accountDefaults))

beforeAll(async () => {
  database = await createTestDatabase()
  tx = database.db
  await seed()
})
afterAll(() => database?.close())

const rowsOf = async (table: Parameters<ReturnType<Tx['select']>['from']>[0]): Promise<number> => {
  const [row] = await tx.select({ n: count() }).from(table)
  return row?.n ?? 0
}
const countRows = async () => {
  const tables = [plantTable, centralUnitTable, lampNoteTable, roomTable, roomLampTable, testRunTable, testResultTable]
  return Promise.all([...tables, auditTable, invitationTable].map(rowsOf))
}

const months = (time: number) => new Date(time).toISOString().slice(0, 7)

describe('new demo', () => {
  it('has two plants of one chain tagged by the office', async () => {
    const taggedRows = await tx
      .select({ plantname: plantTable.plantname, chain: officeNoteTable.chain })
      .from(officeNoteTable)
      .innerJoin(plantTable, eq(plantTable.id, officeNoteTable.plantId))
      .orderBy(asc(plantTable.plantname))
    expect(taggedRows).toEqual([
      { plantname: 'Mercado Solana Porto', chain: 'Mercado Solana' },
      { plantname: 'Mercado Solana Sevilla', chain: 'Mercado Solana' },
    ])
  })

  it('has scenes with a next run and two weeks of past runs', async () => {
    const scenes = await tx.select().from(sceneTable)
    expect(scenes.map(({ mode }) => mode).filter((mode) => mode === 'calendar')).toHaveLength(3 * 4)
    for (const { mode, dueAt } of scenes) expect(mode !== 'calendar' || (dueAt !== null && dueAt > at)).toBe(true)
    const runs = await tx.select().from(sceneRunTable)
    expect(new Set(runs.map(({ cause }) => cause))).toEqual(new Set(['calendar', 'manual', 'input']))
    expect(new Set(runs.map(({ result }) => result))).toEqual(new Set(['done', 'not_executed']))
    expect(runs.every((run) => run.at < at && run.sceneId !== null)).toBe(true)
    expect(runs.length).toBeGreaterThan(4 * 2 * 13)
    expect(await rowsOf(sceneRunUnitTable)).toBe(runs.length)
  })

  it('has fourteen plants with units, lamp names and rooms', async () => {
    const [plants, units, notes, rooms, placedCount] = await countRows()
    const estateUnits = await describeEstate(demoEstate)
    const lamps = estateUnits.flatMap((unit) => unit.lamps).length
    expect([plants, units, notes, placedCount]).toEqual([14, estateUnits.length, lamps, lamps])
    expect(rooms).toBeGreaterThan(200)
    // One per floor with lamps, and one for the escape routes: each lamp is in one or two.
    expect(await rowsOf(zoneTable)).toBeGreaterThan(2 * 14)
    expect(await rowsOf(zoneLampTable)).toBeGreaterThan(lamps)
    expect(lamps).toBeLessThan(3_000)
  })

  it('has no logbook entry that lacks a required text', async () => {
    const insertedTests = await tx
      .select({ text: logbookEntryTable.text })
      .from(logbookEntryTable)
      .where(inArray(logbookEntryTable.kind, [...kindsRequiringText]))
    expect(insertedTests.filter(({ text }) => text === '')).toEqual([])
    expect(insertedTests.length).toBeGreaterThan(100)
  })

  it('has three years of tests: functional every four weeks, autonomy yearly', async () => {
    const units = await tx.select().from(centralUnitTable)
    for (const unit of units) {
      const runs = await tx
        .select()
        .from(testRunTable)
        .where(and(eq(testRunTable.centralUnitId, unit.id), eq(testRunTable.trigger, 'automatic')))
        .orderBy(asc(testRunTable.startedAt))
      const startTimes = runs.map(({ startedAt }) => startedAt?.getTime() ?? 0)
      const gaps = startTimes.slice(1).map((start, n) => start - (startTimes[n] ?? 0))
      expect(Math.max(...gaps), unit.unit).toBeLessThanOrEqual(57 * dayMs)
      expect(startTimes.at(-1) ?? 0, unit.unit).toBeGreaterThan(at.getTime() - 29 * dayMs)
      expect(runs.length, unit.unit).toBeGreaterThanOrEqual(36)
      const autonomy = await tx
        .select({ startedAt: testRunTable.startedAt })
        .from(testRunTable)
        .where(and(eq(testRunTable.centralUnitId, unit.id), eq(testRunTable.kind, 'autonomy')))
        .orderBy(asc(testRunTable.startedAt))
      expect(autonomy.length, unit.unit).toBeGreaterThanOrEqual(3)
      expect(autonomy.at(-1)?.startedAt?.getTime() ?? 0, unit.unit).toBeGreaterThan(at.getTime() - yearMs - dayMs)
    }
    const [first] = await tx.select({ at: min(testRunTable.startedAt) }).from(testRunTable)
    expect(at.getTime() - (first?.at?.getTime() ?? 0)).toBeGreaterThan(3 * yearMs - 10 * dayMs)
  })

  it('has only ended tests with one result per lamp', async () => {
    const [open] = await tx
      .select({ n: count() })
      .from(testRunTable)
      .where(sql`${testRunTable.state} <> 'finished' or ${testRunTable.endedAt} >= ${at.toISOString()}`)
    expect(open?.n).toBe(0)
    const { rows } = await tx.execute(sql`
      select run.id from test_run run left join test_result result on result.test_id = run.id
      group by run.id having count(result.lamp) <> cardinality(run.lamps)
        or min(result.at) < run.started_at or max(result.at) > run.ended_at`)
    expect(rows).toEqual([])
  })

  it('has batteries whose measured autonomy declines', async () => {
    const { rows } = await tx.execute<{ fading: number; growing: number }>(sql`
      with measured as (
        select serial, run.central_unit_id, result.at, measured_s,
          lag(measured_s) over (partition by run.central_unit_id, serial order by result.at) as before
        from test_result result join test_run run on run.id = result.test_id where run.kind = 'autonomy')
      select count(*) filter (where measured_s < before)::int as fading,
        count(*) filter (where measured_s >= before)::int as growing from measured where before is not null`)
    const { fading = 0, growing = 0 } = rows[0] ?? {}
    expect(fading).toBeGreaterThan(1_000)
    // The lamps with a new battery.
    expect(growing).toBeGreaterThan(20)
    expect(growing).toBeLessThan(fading / 10)
  })

  it('has faults that were repaired and passed a later test', async () => {
    const { rows } = await tx.execute<{ key: string; open: number; mended: number; byPerson: number }>(sql`
      with failed as (
        select run.id, run.kind, run.central_unit_id, unit.unit, result.serial, result.at
        from test_result result join test_run run on run.id = result.test_id
          join central_unit unit on unit.id = run.central_unit_id
        where result.result <> 'passed'),
      judged as (
        select failed.*, (select later.trigger from test_result passed join test_run later on later.id = passed.test_id
          where passed.serial = failed.serial and passed.result = 'passed' and passed.at > failed.at
            and later.kind = failed.kind and later.central_unit_id = failed.central_unit_id
          order by passed.at limit 1) as mended from failed)
      select unit as key, count(*) filter (where mended is null)::int as open,
        count(*) filter (where mended is not null)::int as mended,
        count(*) filter (where mended = 'user')::int as "byPerson" from judged group by unit`)
    const sumOf = (value: (row: (typeof rows)[number]) => number) => rows.reduce((all, row) => all + value(row), 0)
    expect(sumOf(({ mended }) => mended)).toBeGreaterThan(100)
    expect(sumOf(({ byPerson }) => byPerson)).toBe(sumOf(({ mended }) => mended))
    const open = rows.filter((row) => row.open > 0).map(({ key }) => key)
    expect(open.length).toBeGreaterThan(0)
    for (const unit of open) expect(['logica_0A1B01', 'logica_0A1B02']).toContain(unit)
  })

  it('has an audit of every plant that includes every repair', async () => {
    const lines = await tx
      .select({ plantId: auditTable.plantId, n: count() })
      .from(auditTable)
      .where(lt(auditTable.at, at))
      .groupBy(auditTable.plantId)
    expect(lines).toHaveLength(14)
    for (const { n } of lines) expect(n).toBeGreaterThan(30)
    const isTestCommand = eq(auditTable.action, 'ftest')
    const [tests] = await tx
      .select({ n: count() })
      .from(auditTable)
      .where(and(isTestCommand, eq(auditTable.result, 'ok')))
    const [repairs] = await tx
      .select({ n: count() })
      .from(testRunTable)
      .where(and(eq(testRunTable.trigger, 'user'), eq(testRunTable.requestedByName, 'Luca Bressan')))
    expect(tests?.n).toBe(repairs?.n)
    expect(repairs?.n).toBeGreaterThan(50)
  })

  it('has measured light and inspected lamps in every plant', async () => {
    for (const { id } of await tx.select({ id: plantTable.id }).from(plantTable)) {
      const { latest } = await readLogbookFacts(tx, id, at)
      expect(at.getTime() - Date.parse(latest.inspectionVisual ?? '')).toBeLessThan(184 * dayMs)
      expect(at.getTime() - Date.parse(latest.inspectionPhotometric ?? '')).toBeLessThan(5 * yearMs)
    }
  })

  it('has months of notices with an escalation and lasting open causes', async () => {
    const rows = await tx
      .select({ step: noticeDeliveryTable.step, state: noticeDeliveryTable.state, at: noticeDeliveryTable.stateAt })
      .from(noticeDeliveryTable)
    expect(rows.length).toBeGreaterThan(20)
    expect(
      rows.every((row) => row.state === 'taken' && row.at < at && row.at.getTime() > at.getTime() - 90 * dayMs),
    ).toBe(true)
    const [escalation, ...others] = await tx.select().from(escalationTable)
    expect([others, escalation?.on, escalation?.userIds.length]).toEqual([[], true, 3])
    const thresholds = await tx.select().from(noticeThresholdTable)
    expect(thresholds).toMatchObject([{ plantId: escalation?.plantId, silentAfterH: 4, version: 1 }])
    const openRuns = await tx.select().from(escalationRunTable).where(isNull(escalationRunTable.endedAt))
    expect(openRuns).toEqual([])
    const snoozed = await tx.select().from(noticeTable).where(isNotNull(noticeTable.snoozedUntil))
    expect(snoozed).toMatchObject([{ kind: 'proEnds', acknowledgedAt: null }])
    const names = await tx.select({ id: userTable.id, email: userTable.email }).from(userTable)
    const openOf = async (name: string) => {
      const invited = names.find(({ email }) => email === `${name}@demo.vigilux.test`)
      return (await listOpenNotices(tx, invited?.id ?? '', at)).notices.map(({ kind }) => kind)
    }
    const open = (kinds: string[]) => kinds.filter((kind) => kind === 'proEnds').length
    expect(open(await openOf('installer'))).toBeGreaterThan(1)
    expect(open(await openOf('staff'))).toBe(0)
  })

  it('has one pending invitation, an expired Pro and a Basic plant', async () => {
    const invitations = await tx.select().from(invitationTable)
    expect(invitations).toMatchObject([{ email: 'basic@demo.vigilux.test', acceptedAt: null }])
    expect(invitations[0]?.expiresAt.getTime()).toBeGreaterThan(at.getTime())
    const [pro] = await tx.select({ n: count() }).from(plantTable).where(gte(plantTable.proExpiry, at))
    const [basic] = await tx.select({ n: count() }).from(plantTable).where(eq(plantTable.everPro, false))
    expect([pro?.n, basic?.n]).toEqual([12, 1])
  })

  it('has monthly audit partitions after pruning without losing rows', async () => {
    const before = await rowsOf(auditTable)
    const retentionMonths = {
      accessLog: 24,
      audit: 48,
      commands: 12,
      deletedLogbook: 120,
      energy: 120,
      lampHistory: 24,
      telemetry: 13,
      mail: 3,
      securityLog: 3,
    }
    await pruneHistories(
      {
        histories: historiesOf(retentionMonths, 30),
        log,
        clock: { now: () => at },
        inTransaction: transactionsOn(database.db),
      },
      new AbortController().signal,
    )
    const { rows: auditRows } = await tx.execute(sql`select 1 from audit_rest`)
    expect(auditRows).toEqual([])
    expect(await rowsOf(auditTable)).toBe(before)
    const { rows } = await tx.execute<{ name: string }>(
      sql`select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'audit'::regclass`,
    )
    const parts = new Set(rows.map(({ name }) => name.slice('audit_'.length).replace('_', '-')))
    for (let time = at.getTime() - 2 * yearMs + 8 * dayMs; time < at.getTime(); time += 28 * dayMs)
      expect(parts, months(time)).toContain(months(time))
  })

  it('is not changed by a second start', async () => {
    const before = await countRows()
    await seed()
    expect(await countRows()).toEqual(before)
  })

  it('leaves nothing behind when seeding fails', async () => {
    const other = await createTestDatabase()
    const estate = partialDemoEstate('school')
    const brokenSeed = transactionsOn(other.db)(async (work) => {
      await seedDemo(work, estate, { ...accountDefaults, describe: () => describeEstate(estate) })
      throw new Error('killed')
    })
    await expect(brokenSeed).rejects.toThrow('killed')
    const { rows } = await other.db.execute(
      sql`select (select count(*) from plant) + (select count(*) from "user") as n`,
    )
    expect(Number(rows[0]?.n)).toBe(0)
    await other.close()
  })
})

it('an estate without years gets only its plants and no past', async () => {
  const other = await createTestDatabase()
  const { mkdtempSync, rmSync, writeFileSync } = await import('node:fs')
  const { tmpdir } = await import('node:os')
  const folder = mkdtempSync(`${tmpdir()}/vigilux-estate-`)
  const path = `${folder}/estate.json`
  const unit = { type: 'logica', serial: '0A1B01', lamps: 4, enrolled: true, seed: 1, plant: 'hospital' }
  writeFileSync(path, JSON.stringify({ units: [unit] }))
  await transactionsOn(other.db)((work) =>
    seedDemo(work, path, { at, password: 'x', hashPassword: async () => 'hash' }),
  )
  const plants = await other.db.select({ name: plantTable.plantname }).from(plantTable)
  const [tests] = await other.db.select({ n: count() }).from(testRunTable)
  const [lines] = await other.db.select({ n: count() }).from(auditTable)
  expect([plants.length, tests?.n, lines?.n]).toEqual([4, 0, 0])
  const namedPlants = await other.db
    .select()
    .from(plantTable)
    .where(inArray(plantTable.plantname, ['Lagerhalle Nord']))
  expect(namedPlants[0]?.createdAt).toEqual(at)
  rmSync(folder, { recursive: true, force: true })
  await other.close()
})
