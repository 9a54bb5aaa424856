import { beforeAll, expect, it } from 'vitest'
import { openFleet } from '../../simulator/src/fleet.ts'
import { createPlantedFaults, openFaultyLine, type PlantedFault } from '../conformance/faulty-line.ts'
import { openObservedBroker } from '../conformance/observed-broker.ts'
import { reportPage } from '../conformance/report-page.ts'
import { type Report, runConformance } from '../conformance/run-conformance.ts'

const factoryKey = 'the-factory-key-of-this-test-is-long'

/** Judges a simulated unit in factory state, with a fault on its line. */
const judge = async (type: string, serial: string, fault: PlantedFault | null): Promise<Report> => {
  const unit = `${type}_${serial}`
  const broker = await openObservedBroker(unit, factoryKey, 0)
  const line = await openFaultyLine(broker.port, fault)
  const fleet = openFleet({
    estate: { units: [{ type, serial, lamps: 6, enrolled: false, boundElsewhere: false, seed: 7 }] },
    brokerUrl: `mqtt://127.0.0.1:${line.port}`,
    factoryKey,
    speed: 600,
    isAlive: false,
  })
  const virtualUnit = fleet.units.get(unit)
  try {
    return await runConformance({
      unit,
      broker,
      hands: {
        press: async () => virtualUnit?.press(new Set(virtualUnit.wire.facts.enrolmentKeys)),
        restart: async () => virtualUnit?.restart(),
      },
      say: () => undefined,
      patienceMs: 30_000,
      longestWorkMs: 30_000,
    })
  } finally {
    await fleet.close()
    line.close()
    await broker.close()
  }
}

const failedIn = ({ checks }: Report): string[] =>
  checks.filter(({ outcome }) => outcome === 'failed').map(({ id, seen }) => `${id}: ${seen}`)

const types = [
  ['logica', '0A1B2C'],
  ['cablecom', '0C1B2C'],
  ['logicafm', '0F2C1'],
  ['sicuro', '0D1B2C'],
  ['gateway', '0E1B2C'],
  ['dali', '0B1B2C'],
] as const
const faults = createPlantedFaults()
const reports = new Map<string, Report>()

/** Each walk mostly waits, so that all of them take the time of one. */
beforeAll(async () => {
  await Promise.all([
    ...types.map(async ([type, serial]) => reports.set(type, await judge(type, serial, null))),
    ...faults.map(async (fault) => reports.set(fault.name, await judge('logica', '0A1B2C', fault))),
  ])
}, 600_000)

const reportOf = (name: string): Report => {
  const report = reports.get(name)
  if (!report) throw new Error(`nothing was reported about ${name}`)
  return report
}

it.each(types)('the conformance command passes a unit of type %s', (type) => {
  const report = reportOf(type)
  expect(failedIn(report)).toEqual([])
  expect(report.checks.length).toBeGreaterThan(30)
  expect(reportPage(report)).toContain('<p>0 failed')
})

it.each(faults)('the conformance command finds $name', ({ name, foundBy }) => {
  const report = reportOf(name)
  expect(failedIn(report).join('\n')).toContain(`${foundBy}: `)
  const found = report.checks.find(({ id }) => id === foundBy)
  expect(found).toMatchObject({ outcome: 'failed', clause: expect.stringContaining('docs/protocol/') })
  expect(reportPage(report)).toContain(found?.title)
})
