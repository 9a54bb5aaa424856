import { daliFacts } from '@vigilux/device-plane/central-units/dali/facts.ts'
import type { CommandMessage } from '@vigilux/device-plane/envelope.wire.ts'
import { emergencyCommand } from '../bus/opcodes.ts'
import { orderEmergency } from '../bus/transaction.ts'
import type { GearPlace } from '../emergency-test/test-runner.ts'
import { modeBit } from '../line/gear.ts'
import { readOwnTests, writeOwnTests } from '../line/own-tests.ts'
import { type CommandEnd, done, notEnabled, refused } from '../platform/command-desk.ts'
import { receiversOf } from './light.ts'
import { listOrders } from './list-orders.ts'
import { type CommandedUnit, ended, inTurn, type Order, order } from './order.ts'

/** Sends a command of part 202 to each of these gears. */
const sendEach = async (places: readonly GearPlace[], code: number): Promise<CommandEnd> => {
  const outcomes: boolean[] = []
  for (const { line, gear } of places) {
    outcomes.push((await line.run(orderEmergency({ short: gear.short }, code), 2)).isDone)
    line.touch({ short: gear.short }, 'visit')
  }
  return ended(outcomes.some((isSent) => isSent))
}

const isLit = ({ gear }: GearPlace): boolean => (gear.readings.mode & (modeBit.emergency | modeBit.extended)) !== 0

const orders: Record<string, Order> = {
  ...order('enrol', (unit, { w }, accept) => {
    accept()
    const end = unit.enrolment.ask(w)
    unit.reporter.gather()
    return end
  }),
  ...order('deEnrol', (unit) => {
    unit.factoryReset()
    return done
  }),
  ...order('statusQuery', (unit) => {
    unit.reporter.sendUnit()
    return done
  }),
  ...order('refresh', (unit) => {
    unit.sendEverything()
    return done
  }),
  ...order('resetCu', (unit) => {
    unit.restart()
    return done
  }),
  ...order('keypressSimulation', (unit, { keys }) => {
    unit.press(keys)
    return done
  }),
  ...order('ftest', (unit, { t, k, a }) => {
    if (unit.tests.running?.testId === t) return done
    if (unit.tests.running) return refused('TEST_RUNNING')
    const places = unit.lamps.emergencyPlaces.filter(({ addr }) => a === '*' || a.includes(addr))
    if (places.length === 0) return refused('NO_LAMPS')
    unit.tests.start(t, k === 'F' ? 'functional' : 'autonomy', 'user', places)
    return done
  }),
  ...order('stopTest', async (unit, { t }, accept) => {
    if (unit.tests.running?.testId !== t) return refused(notEnabled)
    accept()
    await unit.tests.stop(t)
    return done
  }),
  ...order('identify', async (unit, { a, s }) => {
    const place = unit.lamps.places.find(({ addr }) => addr === a)
    return place ? ended(await unit.identification.start(place, s)) : refused('NO_LAMPS')
  }),
  ...order('stop_blink', (unit, { a }) => {
    unit.identification.stop(a)
    return done
  }),
  ...order('setCuName', (unit, { cuName }) => {
    if (cuName.length > daliFacts.nameLength) return refused('INVALID_BODY')
    unit.records.commit({ name: cuName })
    unit.reporter.gather()
    return done
  }),
  ...order('setClock', (unit, { at, utcOffsetMin, changes }) => {
    unit.setClock(Date.parse(at), utcOffsetMin, changes ?? [])
    return done
  }),
  ...order('setAdvanced', (unit, { flags }) => {
    unit.records.commit({ flags: { ...unit.journal.state.flags, ...flags } })
    unit.reporter.gather()
    return done
  }),
  ...order('config', (unit, { num_lamp, ore_autonomia }) => {
    if (num_lamp > daliFacts.maxLamps) return refused('INVALID_BODY')
    unit.records.commit({ lampsConfigured: num_lamp, ratedHours: ore_autonomia })
    unit.reporter.gather()
    return done
  }),
  ...order('setDateTimeFunzionale', (unit, { set, differito = false }) =>
    unit.automaticTests.setDate('functional', Date.parse(set), differito) ? settled(unit) : refused('INVALID_BODY'),
  ),
  ...order('setDateTimeAutonomia', (unit, { set, differito = false }) =>
    unit.automaticTests.setDate('autonomy', Date.parse(set), differito) ? settled(unit) : refused('INVALID_BODY'),
  ),
  ...order('setPeriodFunzionale', (unit, { period, differito }) => {
    unit.automaticTests.setPeriod('functional', period, differito)
    return settled(unit)
  }),
  ...order('setPeriodAutonomia', (unit, { period, differito }) => {
    unit.automaticTests.setPeriod('autonomy', period, differito)
    return settled(unit)
  }),
  ...order('setLevels', async (unit, { levels, fadeS, holdS }) => {
    const isMeant = levels.some(({ to }) => receiversOf(to, unit.lamps.places).length > 0)
    if (!isMeant) return refused('NO_LAMPS')
    return ended(await unit.light.set(levels, unit.lamps.places, fadeS, holdS))
  }),
  ...order('endHold', async (unit) => {
    await unit.light.endHold()
    return done
  }),
  ...order('setScenes', (unit, { version, until, scenes }) =>
    unit.scenes.set({ version, until, scenes }) ? settled(unit) : refused('INVALID_BODY'),
  ),
  ...order('inhibit', async (unit, { forS }) => {
    if (unit.journal.state.isOnBattery) return refused('IN_EMERGENCY')
    if (unit.tests.running) return refused('TEST_RUNNING')
    return ended(await unit.inhibition.begin(forS))
  }),
  ...order('endInhibition', async (unit) => {
    await unit.inhibition.end('command')
    return done
  }),
  ...order('restLamps', (unit, { to }, accept) => {
    const lit = receiversOf(to, unit.lamps.emergencyPlaces).filter((place) => isLit(place))
    if (lit.length === 0) return refused(notEnabled)
    accept()
    return sendEach(lit, emergencyCommand.rest)
  }),
  ...order('relightLamps', (unit, { to }, accept) => {
    const resting = receiversOf(to, unit.lamps.emergencyPlaces).filter(
      ({ gear }) => (gear.readings.mode & modeBit.rest) !== 0,
    )
    if (resting.length === 0) return done
    accept()
    return sendEach(resting, emergencyCommand.relight)
  }),
  ...order('readGearTests', async (unit, { to }, accept) => {
    const places = receiversOf(to, unit.lamps.emergencyPlaces)
    if (places.length === 0) return refused('NO_LAMPS')
    accept()
    for (const { line, gear, addr } of places) {
      await readOwnTests(line.run, gear)
      unit.reporter.lampChanged(addr)
    }
    return done
  }),
  ...order('setGearTests', (unit, { to, functionalDays, autonomyWeeks }, accept) => {
    const places = receiversOf(to, unit.lamps.emergencyPlaces)
    if (places.length === 0) return refused('NO_LAMPS')
    return inTurn(unit, accept, async () => {
      const isWritten: boolean[] = []
      for (const { line, gear, addr } of places) {
        isWritten.push(await writeOwnTests(line.run, gear, { functionalDays, autonomyWeeks }))
        unit.reporter.lampChanged(addr)
      }
      return ended(isWritten.every((one) => one))
    })
  }),
  ...listOrders,
}

const settled = (unit: CommandedUnit): CommandEnd => {
  unit.reporter.gather()
  return done
}

/** Obeys a command, or refuses it with the reason. */
export const obey = (
  unit: CommandedUnit,
  command: CommandMessage,
  accept: () => void,
): CommandEnd | Promise<CommandEnd> => {
  const { name, body } = command
  const found = Object.hasOwn(orders, name) ? orders[name] : undefined
  if (!found || !daliFacts.commands.includes(name)) return refused('UNKNOWN_COMMAND')
  // Any unit accepts the time, because without it every request to enrol would look expired.
  if (!unit.enrolment.isEnrolled && name !== 'enrol' && name !== 'setClock') return refused('NOT_ENROLLED')
  let content: unknown
  try {
    content = found.read(body)
  } catch {
    return refused('INVALID_BODY')
  }
  return found.obey(unit, content as never, accept)
}
