import { execFile, execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openOutward, topic } from '../../testing/outward-plant.ts'

/** Modbus clients of others read and write the registers of docs/building-systems.md. */

const run = promisify(execFile)
const python = '/usr/bin/python3'
const hasPymodbus = (): boolean => {
  try {
    execFileSync(python, ['-c', 'from pymodbus.client import ModbusTcpClient'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

let outward: Awaited<ReturnType<typeof openOutward>>
let port: number
beforeAll(async () => {
  outward = await openOutward({ modbus: { host: '127.0.0.1', port: 0 }, commands: true })
  outward.platform.mayOperate = true
  port = await vi.waitUntil(() => outward.portOf('Modbus TCP'), { timeout: 20_000 })
  outward.platform.setLamp(topic, 17, { errors: ['battery_short'], battery: 40 })
})
afterAll(() => outward.close())

describe.runIf(existsSync('/usr/bin/mbpoll'))('mbpoll', () => {
  const poll = (...args: string[]) =>
    run('mbpoll', ['-m', 'tcp', '-p', `${port}`, '-1', '-q', '-0', ...args, '127.0.0.1']).then(
      ({ stdout }) => stdout,
      ({ stdout, stderr }: { stdout: string; stderr: string }) => `${stdout}${stderr}`,
    )

  it('reads holding and input registers', async () => {
    for (const type of ['4', '3']) {
      const text = await poll('-a', '1', '-t', type, '-r', '1256', '-c', '12')
      expect(text).toMatch(/\[1256\]:\s+1\s/)
      expect(text).toMatch(/\[1258\]:\s+1\s/)
      expect(text).toMatch(/\[1267\]:\s+40\s/)
    }
  })

  it('is refused outside of the map, and where there is no unit', async () => {
    expect(await poll('-a', '1', '-t', '4', '-r', '162', '-c', '1')).toContain('Illegal data address')
    expect(await poll('-a', '9', '-t', '4', '-r', '0', '-c', '1')).toContain('Target device failed to respond')
  })
})

const program = `
import sys
from pymodbus.client import ModbusTcpClient
client = ModbusTcpClient("127.0.0.1", port=int(sys.argv[1]))
client.connect()
print(client.read_holding_registers(1256, 12, slave=1).registers)
print(client.read_input_registers(10, 12, slave=255).registers)
print(client.read_holding_registers(162, 1, slave=1).exception_code)
print(client.write_register(18, 1, slave=1).exception_code)
print(client.write_register(17, 1, slave=1).isError())
print(client.write_registers(17, [0], slave=1).isError())
print(client.read_coils(0, 1, slave=1).exception_code)
client.close()
`

it.runIf(hasPymodbus())(
  'pymodbus reads, starts and stops a test, and is refused with the right exceptions',
  async () => {
    const { stdout } = await run(python, ['-c', program, `${port}`])
    const [lamp, plant, gap, readOnly, start, stop, coils] = stdout.trim().split('\n')
    const [valid, , fault, silent, battery] = JSON.parse(lamp ?? '[]') as number[]
    expect([valid, fault, silent, battery]).toEqual([1, 1, 0, 1])
    expect((JSON.parse(plant ?? '[]') as number[]).slice(1, 4)).toEqual([1, 22, 1])
    expect([gap, readOnly, start, stop, coils]).toEqual(['2', '2', 'False', 'False', '1'])
  },
)
