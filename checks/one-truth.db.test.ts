import { randomUUID } from 'node:crypto'
import {
  failedTestErrors,
  failedTestOf,
  faultOfFailedTest,
} from '@vigilux/contract/features/emergency-tests/lamp-safety.rules.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testResultTable, testRunTable } from '../server/src/features/emergency-tests/emergency-tests.schema.ts'
import { computeStats } from '../server/src/features/overview/stats.store.ts'
import { failedTestTable } from '../server/src/tables/lamps.schema.ts'
import { isFullRun } from '../server/src/testing/depth.ts'
import { openPlantWithFaults } from '../server/src/testing/plant-with-faults.ts'

/** Events of a plant, and the state of each lamp afterwards. All pages and documents agree, lamp by lamp. */
let plant: Awaited<ReturnType<typeof openPlantWithFaults>>
beforeAll(async () => {
  plant = await openPlantWithFaults()
})
afterAll(() => plant.server.stop())

const addresses = [1, 2, 3, 4]
const faults = ['charger', 'battery_duration', 'battery_short', 'led_open'] as const
const address = fc.constantFrom(...addresses)
const eventArbitrary = fc.oneof(
  fc.record({
    what: fc.constant('test' as const),
    kind: fc.constantFrom('F' as const, 'D' as const),
    failed: fc.subarray(addresses),
    tested: fc.subarray(addresses, { minLength: 1 }),
  }),
  fc.record({
    what: fc.constant('report' as const),
    faults: fc
      .array(fc.tuple(address, fc.subarray([...faults], { minLength: 1 })), { maxLength: 3 })
      .map((entries) => Object.fromEntries(entries)),
  }),
  fc.record({ what: fc.constant('replacement' as const), addr: address }),
)

let replacedCount = 0
const serials: Record<number, string> = Object.fromEntries(addresses.map((addr) => [addr, `A1B2C${addr}`]))
let reportedFaults: Record<string, (typeof faults)[number][]> = {}

const applyEvent = async (event: ReturnType<typeof eventArbitrary.generate>['value']) => {
  plant.advanceClock(60_000)
  if (event.what === 'test') {
    const results = event.tested.map(
      (addr) => [addr, serials[addr] ?? '', event.failed.includes(addr) ? 1 : 0, 1200] as const,
    )
    await plant.runTest(randomUUID(), event.kind, results)
    return
  }
  if (event.what === 'report') reportedFaults = event.faults
  else serials[event.addr] = `BBB${String(++replacedCount).padStart(3, '0')}`
  await plant.reportFaults(reportedFaults, {}, serials)
}

const byAddr = <Row extends { addr?: number | undefined }>(rows: readonly Row[]) =>
  [...new Set(rows.flatMap(({ addr }) => addr ?? []))].sort()

/** Whether the lamp now at an address has passed a test, from all stored results. */
const listPassedAddresses = async () => {
  const rows = await plant.server.database.db.select().from(testResultTable)
  return addresses.filter((addr) => rows.some((row) => row.serial === serials[addr] && row.result === 'passed'))
}

/** The failed tests of lamps without a replacement, from all stored results. */
const recount = async () => {
  const { db } = plant.server.database
  const kinds = new Map((await db.select().from(testRunTable)).map(({ id, kind }) => [id, kind]))
  const results = (await db.select().from(testResultTable)).flatMap(({ result, at, boot, seq, ...resultRow }) => {
    const kind = kinds.get(resultRow.testId)
    if (!kind || result === 'notExecuted') return []
    return [{ ...resultRow, kind, result, at: at.toISOString(), boot: boot ?? -1, seq: seq ?? -1 }]
  })
  return addresses.flatMap((addr) =>
    (['functional', 'autonomy'] as const).flatMap((kind) => {
      const lampResults = results.filter(({ serial }) => serial === `A1B2C${addr}`)
      return serials[addr] === `A1B2C${addr}` && failedTestOf(kind, lampResults) ? [`${addr} ${kind}`] : []
    }),
  )
}

/** The lamp has reported no state yet, and its first test failed. */
const failedBeforeAnyReport = [{ what: 'test' as const, kind: 'F' as const, failed: [1], tested: [1, 2] }]

/** All lamps pass after only some have, and then one is replaced. */
const passed = (tested: number[]) => ({ what: 'test' as const, kind: 'F' as const, failed: [], tested })
const passedAndReplaced = [[passed([1, 2])], [passed(addresses)], [{ what: 'replacement' as const, addr: 3 }]]

const expectAgreement = async () => {
  const { plantId } = plant
  const lamps = await Promise.all(addresses.map((addr) => plant.client.call('getLamp', { ...plant.unit, addr })))
  const errors = new Map(lamps.map(({ lamp }) => [lamp.id, lamp.errors as string[]]))
  const faulty = addresses.filter((addr) => (errors.get(addr) ?? []).length > 0)
  const countedFaults: Record<string, number> = {}
  for (const code of [...errors.values()].flat())
    countedFaults[`lamp.${code}`] = (countedFaults[`lamp.${code}`] ?? 0) + 1
  const open = await plant.server.database.db.select().from(failedTestTable)

  for (const addr of addresses)
    for (const kind of ['functional', 'autonomy'] as const)
      expect([addr, kind, errors.get(addr)?.includes(faultOfFailedTest[kind])]).toEqual([
        addr,
        kind,
        open.some((row) => row.addr === addr && row.kind === kind),
      ])
  const original = open.filter(({ addr, serial }) => serial === `A1B2C${addr}`)
  expect(original.map(({ addr, kind }) => `${addr} ${kind}`).sort()).toEqual((await recount()).sort())

  const { units } = await plant.client.call('getUnitsDetails', { plantId })
  expect(units[0]?.lamps.in_error).toBe(faulty.length)
  const figures = (await plant.server.inTransaction(({ tx }) => computeStats(tx, [plantId]))).get(plantId)
  const attention = figures?.attention.filter(({ code }) => code.startsWith('lamp.')) ?? []
  expect(Object.fromEntries(attention.map(({ code, count }) => [code, count]))).toEqual(countedFaults)
  const passedAddresses = await listPassedAddresses()
  const resultWithoutFaults = passedAddresses.length === addresses.length ? 'pass' : 'unknown'
  const hasFailed = [...errors.values()].flat().some((code) => failedTestErrors.some((error) => error === code))
  expect(figures?.result).toBe(hasFailed ? 'fail' : resultWithoutFaults)

  const { faults: openFaults } = await plant.client.call('getOpenFaults', { plantId })
  expect(openFaults.map(({ lamp, error }) => `${lamp} ${error}`).sort()).toEqual(
    [...errors].flatMap(([addr, codes]) => codes.map((code) => `${addr} ${code}`)).sort(),
  )
  const { rules } = await plant.client.call('getCompliance', { plantId })
  const evidence = (id: string, ...evidenceKinds: string[]) =>
    byAddr(rules.find(({ rule }) => rule === id)?.evidence.filter((row) => evidenceKinds.includes(row.what)) ?? [])
  expect(evidence('R9', 'failedFunctional', 'failedAutonomy')).toEqual(byAddr(open))
  expect(evidence('R11', 'openFault')).toEqual(faulty)
  expect(evidence('R22', 'failedAutonomy', 'measured')).toEqual(
    expect.arrayContaining(byAddr(open.filter(({ kind }) => kind === 'autonomy'))),
  )
  const bill = await plant.client.call('getBillOfMaterials', { plantId })
  expect(bill.faults).toBe(openFaults.length)
  const report = await plant.client.call('getGlobalReports', { plantId, period: 'lastTest' })
  expect(report.result === 'fail').toBe(open.length > 0)
}

const timeout = isFullRun ? 600_000 : 60_000

it('overview, attention, open faults, compliance and bill of materials agree after any history', {
  timeout,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(eventArbitrary, { minLength: 3, maxLength: 3 }), { maxLength: 6 }),
      async (history) => {
        for (const events of history) {
          for (const event of events) await applyEvent(event)
          await expectAgreement()
        }
      },
    ),
    { numRuns: isFullRun ? 100 : 6, endOnFailure: true, examples: [[passedAndReplaced], [[failedBeforeAnyReport]]] },
  )
})
