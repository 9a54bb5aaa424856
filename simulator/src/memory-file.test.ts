import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { uniformEstate } from './estate.ts'
import { openFleet } from './fleet.ts'
import { readMemories } from './memory-file.ts'
import { unitWireOf } from './unit-wires.ts'

const folder = mkdtempSync(join(tmpdir(), 'vigilux-memory-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('a record of a unit survives a kill of the simulator right after it', async () => {
  const memoryFile = join(folder, 'simulator.json')
  const estate = uniformEstate(unitWireOf('logica'), 1, 4, 7)
  // Nothing listens there, so no report is ever acknowledged.
  const fleet = openFleet({
    estate,
    brokerUrl: 'mqtt://127.0.0.1:9',
    factoryKey: 'x',
    speed: 1,
    isAlive: false,
    memoryFile,
  })
  const [unit] = fleet.units.values()
  unit?.tests.startAutomatic('functional')
  // Otherwise the file is written every five seconds.
  await vi.waitFor(() => expect(Object.values(readMemories(memoryFile))[0]?.records).not.toEqual([]), {
    timeout: 1_000,
  })
  await fleet.close()
})
