import { type Answer, done, refused } from './unit-context.ts'
import type { Orders, UnitParts } from './unit-parts.ts'
import type { UnitSettings } from './unit-settings.ts'

const setSettings = ({ context, settings }: UnitParts, newSettings: Partial<UnitSettings>): Answer => {
  Object.assign(settings, newSettings)
  context.shadowChanged()
  context.changed([])
  return done
}

export const settingOrders: Orders<
  | 'resetCu'
  | 'keypressSimulation'
  | 'setCuName'
  | 'setClock'
  | 'config'
  | 'setContacts'
  | 'setRelay'
  | 'setAdvanced'
  | 'setDateTimeFunzionale'
  | 'setDateTimeAutonomia'
  | 'setPeriodFunzionale'
  | 'setPeriodAutonomia'
  | 'emergencyOn'
  | 'emergencyOff'
> = {
  resetCu: (unit) => {
    unit.restart()
    return done
  },
  keypressSimulation: (unit, { keys }) => {
    unit.press(new Set(keys))
    return done
  },
  setCuName: (unit, { cuName }) =>
    cuName.length > unit.context.wire.facts.nameLength ? refused('INVALID_BODY') : setSettings(unit, { name: cuName }),
  setClock: (unit, { at, utcOffsetMin, changes }) => {
    unit.context.clock.set(Date.parse(at))
    unit.schedules.arm()
    unit.scenes.arm()
    return setSettings(unit, { utcOffsetMin, changes })
  },
  config: (unit, { num_lamp, ore_autonomia }) =>
    num_lamp > unit.context.wire.facts.maxLamps
      ? refused('INVALID_BODY')
      : setSettings(unit, { lampsConfigured: num_lamp, ratedHours: ore_autonomia }),
  setContacts: (unit, { contacts }) => {
    const { contacts: count } = unit.context.wire.hardware
    const numbers = new Set(contacts.map(({ number }) => number))
    const isFit = numbers.size === contacts.length && contacts.every(({ number }) => number <= count)
    if (!isFit) return refused('INVALID_BODY')
    const otherContacts = unit.settings.contacts.filter(({ number }) => !numbers.has(number))
    return setSettings(unit, { contacts: [...otherContacts, ...contacts].toSorted((a, b) => a.number - b.number) })
  },
  setRelay: (unit, { on }) =>
    unit.context.wire.hardware.hasRelay ? setSettings(unit, { relay: on }) : refused('ERROR_COMMAND_NOT_ENABLED'),
  setAdvanced: (unit, { flags }) => setSettings(unit, { flags: { ...unit.settings.flags, ...flags } }),
  setDateTimeFunzionale: ({ schedules }, order) =>
    schedules.setDate('functional', Date.parse(order.set), order.differito),
  setDateTimeAutonomia: ({ schedules }, order) => schedules.setDate('autonomy', Date.parse(order.set), order.differito),
  setPeriodFunzionale: ({ schedules }, { period, differito }) => schedules.setPeriod('functional', period, differito),
  setPeriodAutonomia: ({ schedules }, { period, differito }) => schedules.setPeriod('autonomy', period, differito),
  emergencyOn: ({ tests, supply }) => (tests.running ? refused('TEST_RUNNING') : supply.force(true)),
  emergencyOff: ({ supply }) => supply.force(false),
}
