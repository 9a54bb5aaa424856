import type { EmergencyGear } from './emergency-gear.ts'

/** Executes a command of part 202, E0 to F0, with the value of DTR0. */
export const obeyEmergency = (gear: EmergencyGear, value: number, command: number, now: number): void => {
  switch (command) {
    case 0xe0:
      gear.rest()
      return
    case 0xe1:
      gear.inhibit(now)
      return
    case 0xe2:
      gear.relight()
      return
    case 0xe3:
      gear.start('function')
      return
    case 0xe4:
      gear.start('duration')
      return
    case 0xe5:
      gear.stop()
      return
    case 0xe6:
      gear.resetDone('function')
      return
    case 0xe7:
      gear.resetDone('duration')
      return
    case 0xe9:
      gear.level = value
      return
    case 0xea:
      gear.delayQuarters = (value << 8) | (gear.delayQuarters & 0xff)
      return
    case 0xeb:
      gear.delayQuarters = (gear.delayQuarters & 0xff00) | value
      return
    case 0xec:
      gear.setInterval('function', value)
      return
    case 0xed:
      gear.setInterval('duration', Math.min(97, value))
      return
    case 0xee:
      gear.timeoutDays = value
      return
    case 0xef:
      gear.prolongHalfMinutes = value
      return
    case 0xf0:
      gear.identify(now)
      return
  }
}

/** TEST TIMING: the high byte of a time puts its low byte into DTR1. */
const testTiming = (gear: EmergencyGear, dtr: number[]): number | null => {
  const [selector = 0] = dtr
  const kind = selector < 2 ? 'function' : 'duration'
  switch (selector) {
    case 0:
    case 2: {
      const quarters = gear.quartersToNext(kind)
      dtr[1] = quarters === null ? 255 : quarters & 0xff
      return quarters === null ? 255 : quarters >> 8
    }
    case 1:
    case 3:
      return (gear.quartersToNext(kind) ?? 0xff) & 0xff
    case 4:
      return gear.functionIntervalDays
    case 5:
      return gear.durationIntervalWeeks
    case 6:
      return gear.timeoutDays
    case 7:
      return gear.prolongHalfMinutes
    default:
      return null
  }
}

/** Answers a query of part 202, F1 to FD. */
export const answerEmergency = (gear: EmergencyGear, dtr: number[], command: number, now: number): number | null => {
  switch (command) {
    case 0xf1:
      return gear.chargeByte
    case 0xf2:
      return testTiming(gear, dtr)
    case 0xf3:
      return gear.durationResult
    case 0xf4:
      return gear.emergencyHours
    case 0xf5:
      return gear.operationSteps
    case 0xf6:
      return gear.level
    case 0xf7:
      return 1
    case 0xf8:
      return 254
    case 0xf9:
      return Math.min(255, gear.options.ratedMin / 2)
    case 0xfa:
      return gear.modeByte
    case 0xfb:
      return gear.options.features
    case 0xfc:
      return gear.failureByte
    case 0xfd:
      return gear.statusByte(now)
    default:
      return null
  }
}
