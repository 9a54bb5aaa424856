import { appendFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { machineClock } from './bus-clock.ts'
import { logTraffic } from './frame-log.ts'
import { LunatoneGateway } from './lunatone-gateway.ts'
import { createLine } from './virtual-line.ts'

const usage = `Usage: node simulator/src/dali-bus/main.ts [--port 8090] [--lines 1] [--gears 64] [--unaddressed 0]
         [--seed 1] [--speed 1] [--log FILE]

Opens the WebSocket of a Lunatone DALI-2 IoT gateway in front of virtual lines of emergency gear.

  --speed  how much faster than real time batteries and tests are
  --log    file of the frames: time in ms, line, bits, bytes, sender`

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '8090' },
    lines: { type: 'string', default: '1' },
    gears: { type: 'string', default: '64' },
    unaddressed: { type: 'string', default: '0' },
    seed: { type: 'string', default: '1' },
    speed: { type: 'string', default: '1' },
    log: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) {
  console.error(usage)
  process.exit(0)
}

const speed = Number(values.speed)
const lines = Array.from({ length: Number(values.lines) }, (_, line) =>
  createLine({
    clock: machineClock,
    seed: Number(values.seed) + line,
    gears: Number(values.gears),
    unaddressed: Number(values.unaddressed),
    life: () => machineClock.now() * speed,
  }),
)
const { log } = values
if (log)
  for (const [number, { bus }] of lines.entries()) logTraffic(bus, number, (text) => appendFileSync(log, `${text}\n`))

const gateway = new LunatoneGateway({
  lines: lines.map(({ bus }) => bus),
  clock: machineClock,
  port: Number(values.port),
})
console.log(JSON.stringify({ gateway: `ws://127.0.0.1:${await gateway.listen()}` }))

const stop = async (): Promise<void> => {
  await gateway.close()
  process.exit(0)
}
process.once('SIGINT', stop)
process.once('SIGTERM', stop)
