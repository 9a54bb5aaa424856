import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { unitPassword } from '@vigilux/device-plane/credentials.ts'
import { beforeAll, expect, it } from 'vitest'
import { machineClock } from '../../simulator/src/dali-bus/bus-clock.ts'
import { LunatoneGateway } from '../../simulator/src/dali-bus/lunatone-gateway.ts'
import { createLine } from '../../simulator/src/dali-bus/virtual-line.ts'
import { openFleet } from '../../simulator/src/fleet.ts'
import type { Hands } from '../conformance/check.ts'
import { createPlantedFaults, openFaultyLine, type PlantedFault } from '../conformance/faulty-line.ts'
import { openObservedBroker } from '../conformance/observed-broker.ts'
import { reportPage } from '../conformance/report-page.ts'
import { type Report, runConformance } from '../conformance/run-conformance.ts'
import { createBridgeProcess } from '../support/bridge-process.ts'

const factoryKey = 'the-factory-key-of-this-test-is-long'

type UnitUnderTest = { hands: Hands; close(): Promise<void> }
type Start = (unit: string, brokerPort: number) => Promise<UnitUnderTest>

/** Judges a unit in factory state, with a fault on its line. */
const judge = async (unit: string, start: Start, fault: PlantedFault | null): Promise<Report> => {
  const broker = await openObservedBroker(unit, factoryKey, 0)
  const line = await openFaultyLine(broker.port, fault)
  const { hands, close } = await start(unit, line.port)
  try {
    return await runConformance({
      unit,
      broker,
      hands,
      say: () => undefined,
      patienceMs: 60_000,
      longestWorkMs: 120_000,
    })
  } finally {
    await close()
    line.close()
    await broker.close()
  }
}

const startSimulated: Start = async (unit, brokerPort) => {
  const [type = '', serial = ''] = unit.split('_')
  const fleet = openFleet({
    estate: { units: [{ type, serial, lamps: 6, enrolled: false, boundElsewhere: false, seed: 7 }] },
    brokerUrl: `mqtt://127.0.0.1:${brokerPort}`,
    factoryKey,
    speed: 600,
    isAlive: false,
  })
  const virtualUnit = fleet.units.get(unit)
  return {
    hands: {
      press: async () => virtualUnit?.press(new Set(virtualUnit.wire.facts.enrolmentKeys)),
      restart: async () => virtualUnit?.restart(),
    },
    close: () => fleet.close(),
  }
}

/** The bridge in its own process, in front of a virtual line of six gears with full batteries. */
const startBridge: Start = async (unit, brokerPort) => {
  const { bus } = createLine({
    clock: machineClock,
    seed: 7,
    gears: 6,
    unaddressed: 0,
    life: () => machineClock.now() * 20,
  })
  const gateway = new LunatoneGateway({ lines: [bus], clock: machineClock })
  const gatewayPort = await gateway.listen()
  const bridge = createBridgeProcess()
  const start = () =>
    bridge.start({
      gatewayPort,
      platform: `mqtt://127.0.0.1:${brokerPort}`,
      unit,
      password: unitPassword(factoryKey, unit),
    })
  await start()
  return {
    hands: {
      press: () => bridge.pressKeys(),
      restart: async () => {
        await bridge.kill()
        await start()
      },
    },
    async close() {
      await bridge.close()
      await gateway.close()
    },
  }
}

const firmware = fileURLToPath(new URL('../../docs/protocol/unit-firmware.py', import.meta.url))

/** The firmware of the documentation, in the Python for which Debian packages Paho. */
const startFirmware: Start = async (unit, brokerPort) => {
  const folder = mkdtempSync(join(tmpdir(), 'vigilux-firmware-'))
  const passwordFile = join(folder, 'password')
  writeFileSync(passwordFile, unitPassword(factoryKey, unit))
  const args = ['--broker', `127.0.0.1:${brokerPort}`, '--unit', unit, '--password-file', passwordFile]
  const start = () =>
    spawn('/usr/bin/python3', [firmware, ...args, '--state', join(folder, 'state')], {
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  let running = start()
  const kill = async () => {
    const ended = once(running, 'exit')
    running.kill('SIGKILL')
    await ended
  }
  return {
    hands: {
      press: async () => void running.kill('SIGUSR1'),
      restart: async () => {
        await kill()
        running = start()
      },
    },
    async close() {
      await kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const failedIn = ({ checks }: Report): string[] =>
  checks.filter(({ outcome }) => outcome === 'failed').map(({ id, seen }) => `${id}: ${seen}`)

const units: [string, string, Start][] = [
  ['a simulated logica', 'logica_0A1B2C', startSimulated],
  ['a simulated cablecom', 'cablecom_0C1B2C', startSimulated],
  ['a simulated logicafm', 'logicafm_0F2C1', startSimulated],
  ['a simulated sicuro', 'sicuro_0D1B2C', startSimulated],
  ['a simulated gateway', 'gateway_0E1B2C', startSimulated],
  ['a simulated dali', 'dali_0B1B2C', startSimulated],
  ['the bridge to DALI lines', 'dali_0B2C3D', startBridge],
  ['the firmware of the documentation', 'logica_0F1B2C', startFirmware],
]
const faults = createPlantedFaults()
const reports = new Map<string, Report>()

/** Each walk mostly waits: all of them together take the time of one. */
beforeAll(async () => {
  await Promise.all([
    ...units.map(async ([name, unit, start]) => reports.set(name, await judge(unit, start, null))),
    ...faults.map(async (fault) => reports.set(fault.name, await judge('logica_0A1B2C', startSimulated, fault))),
  ])
}, 600_000)

const reportOf = (name: string): Report => {
  const report = reports.get(name)
  if (!report) throw new Error(`nothing was reported about ${name}`)
  return report
}

it.each(units)('the conformance command passes %s', (name) => {
  const report = reportOf(name)
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
