import { unitTypeOf } from '@vigilux/device-plane/registry.ts'
import { parseUnitId } from '@vigilux/device-plane/topics.ts'
import { type Hands, type Judged, openBench } from './check.ts'
import { checkCommands, checkRobustness } from './command-checks.ts'
import { checkConnection, checkReconnection, checkShadow, checkTraffic } from './connection-checks.ts'
import { checkBeforeEnrolment, checkEnrolment, checkLamps } from './enrolment-checks.ts'
import { checkFactoryState, checkRestart } from './life-checks.ts'
import type { ObservedBroker } from './observed-broker.ts'
import { observeUnit } from './observed-unit.ts'
import { checkRecords } from './record-checks.ts'

export type Report = { unit: string; type: string; startedAt: string; seconds: number; checks: Judged[] }

type Run = {
  unit: string
  broker: ObservedBroker
  hands: Hands
  say(text: string): void
  /** Milliseconds to wait for the unit's first connection. */
  patienceMs: number
  /** Maximum milliseconds of a search for lamps, or of a test of three lamps; 35 minutes by default. */
  longestWorkMs?: number
}

const defaultWorkMs = 35 * 60_000

/** Other clients with an attempt to connect: perhaps the unit under another name. */
const otherClients = ({ events }: ObservedBroker): string => {
  const names = new Set(events.flatMap((event) => (event.what === 'connect' ? [event.packet.clientId] : [])))
  return names.size === 0 ? '' : `, but ${[...names].slice(0, 5).join(', ')} did`
}

/** Lamps of a test; more prove nothing else. */
const testedLamps = 3

/** Walks a unit in factory state through the ten steps of docs/protocol/README.md. */
export const runConformance = async ({
  unit: id,
  broker,
  hands,
  say,
  patienceMs,
  longestWorkMs = defaultWorkMs,
}: Run): Promise<Report> => {
  const parsed = parseUnitId(id)
  const type = unitTypeOf(parsed?.cuType ?? '')
  if (!type) throw new Error(`${id} is not a unit id (type, underscore, serial), such as logica_0A1B2C`)
  const unit = observeUnit(broker, id, type)
  const { bench, judged } = openBench({ unit, hands, longestWorkMs, say })
  const startedAt = performance.now()
  const report = (): Report => ({
    unit: id,
    type: parsed?.cuType ?? '',
    startedAt: new Date(Date.now() - (performance.now() - startedAt)).toISOString(),
    seconds: Math.round((performance.now() - startedAt) / 1_000),
    checks: judged,
  })
  say(`Waiting for ${id} on port ${broker.port}. It must be in factory state.`)
  if (!(await unit.waitFor(patienceMs, () => unit.connects().length > 0)))
    throw new Error(`${id} did not connect within ${patienceMs / 1_000} s${otherClients(broker)}`)
  await checkConnection(bench)
  await checkShadow(bench)
  await checkBeforeEnrolment(bench)
  if (!(await checkEnrolment(bench))) return report()
  const lamps = await checkLamps(bench)
  await checkCommands(bench, lamps[0]?.addr)
  await checkReconnection(bench)
  const command = await checkRecords(
    bench,
    lamps.slice(0, testedLamps).map(({ addr }) => addr),
  )
  await checkRobustness(bench)
  await checkRestart(bench, command)
  await checkFactoryState(bench)
  await checkTraffic(bench, performance.now() - startedAt)
  return report()
}
