import { type DaliLamp, faultDetailBits } from '@vigilux/device-plane/central-units/dali/wire.ts'
import { pendingTestOfGear } from '@vigilux/device-plane/emergency-gear.ts'
import { emergencyModeBit, failureStatusBits, mask } from '@vigilux/device-plane/emergency-gear.wire.ts'
import type { NumberedLampDetail } from '@vigilux/device-plane/envelope.wire.ts'
import { type Gear, gearStatusBit } from '../line/gear.ts'
import { isMetering } from '../line/meter.ts'
import type { StoredGear } from './bridge-state.ts'
import { addrOf, isRecognisable } from './gear-list.ts'

/** A lamp as the platform is sent it. */

export type LampView = { stored: StoredGear; gear: Gear; isLineUp: boolean; partner: Gear | null }

/** Silent visits in a row after which gear counts as not answering. */
const maxSilentVisits = 2

const failureLamp = 1 << failureStatusBits.indexOf('lamp')
const faultBit = (name: (typeof faultDetailBits)[number]): number => 1 << faultDetailBits.indexOf(name)

/** Whether the gear is known not to answer, although its line works. */
const isAbsent = ({ gear, isLineUp }: LampView): boolean =>
  isLineUp && gear.presence === 'silent' && gear.silentVisits >= maxSilentVisits

/** Whether nothing was read since the start, and nothing can be reported. */
export const isUnread = ({ gear, isLineUp }: LampView): boolean => isLineUp && gear.presence === 'unread'

/** Whether the lamp gives light: its reported level, or an emergency or test. 255 is an unknown level. */
export const isLit = ({ gear, partner }: LampView): boolean => {
  const { level, mode } = gear.readings
  const driverLevel = partner ? partner.readings.level : level
  const isDischarging = gear.isEmergency && (mode & ~emergencyModeBit.normal & ~emergencyModeBit.rest & 0x3f) !== 0
  return isDischarging || (driverLevel > 0 && driverLevel < mask)
}

/** Faults found by the bridge itself. */
export const faultWordOf = (view: LampView): number => {
  const { gear, isLineUp, partner } = view
  if (!isLineUp) return 0
  const { status } = gear.readings
  const isBroken = !gear.isEmergency && (status & gearStatusBit.gearFailure) !== 0
  const hasBurnt = ((status | (partner?.readings.status ?? 0)) & gearStatusBit.lampFailure) !== 0
  // The failure status names the same lamp already.
  const isNamed = (gear.readings.failure & failureLamp) !== 0
  return (
    (isBroken || gear.presence === 'implausible' ? faultBit('gear') : 0) |
    (isAbsent(view) ? faultBit('communication') : 0) |
    (gear.presence === 'duplicate' ? faultBit('duplicateAddress') : 0) |
    (hasBurnt && !isNamed && gear.presence === 'answers' ? faultBit('lamp') : 0)
  )
}

/** All fault bits of a lamp in records: failure status without delayed tests, then the fault word. */
export const faultsOf = (view: LampView): number => (view.gear.readings.failure & 0xcf) | (faultWordOf(view) << 8)

const modeOf = (view: LampView): number => {
  const { gear, isLineUp } = view
  if (!isLineUp || isAbsent(view) || gear.presence === 'implausible' || gear.presence === 'duplicate') return 0
  return gear.isEmergency ? gear.readings.mode : emergencyModeBit.normal
}

export const lampTuple = (view: LampView): DaliLamp => {
  const { stored, gear, partner } = view
  const { readings, isEmergency } = gear
  // The mains driver of a pair makes the light.
  const level = partner ? partner.readings.level : readings.level
  return [
    addrOf(stored),
    stored.serial,
    isEmergency ? 0 : 1,
    modeOf(view),
    isEmergency ? readings.emergencyStatus : 0,
    isEmergency ? readings.failure : 0,
    isEmergency ? readings.features : 0,
    isEmergency ? readings.charge : mask,
    isEmergency ? readings.rated : 0,
    level,
    readings.groups | (partner?.readings.groups ?? 0),
    0,
    faultWordOf(view),
    stored.identity.gtin,
    stored.identity.firmware,
  ]
}

/** Detail of a lamp. `readAt` is the time of its last answer. */
export const lampDetail = ({ stored, gear, partner }: LampView, readAt: string | null): NumberedLampDetail => {
  const { identity, short, pairedWith } = stored
  const { emergencyStatus, ownTests, operationHours } = gear.readings
  // The mains driver of a pair makes the light.
  const metered = partner && isMetering(partner) ? partner.readings : gear.readings
  // The light of a pair is counted by its mains driver, if it counts.
  const maintenance = partner?.readings.maintenance ?? gear.readings.maintenance
  const pending = (kind: 'functional' | 'autonomy') =>
    gear.isEmergency && gear.presence === 'answers' ? pendingTestOfGear(kind, emergencyStatus) : null
  const detail: NumberedLampDetail['gear'] = {
    shortAddress: short,
    pairedWith,
    gtin: identity.gtin,
    identification: identity.identification,
    recognisable: isRecognisable(identity),
    edition: identity.edition,
    deviceTypes: [...identity.types],
    pending: { functional: pending('functional'), autonomy: pending('autonomy') },
    ownTests,
    ...(maintenance && { maintenance }),
    readAt,
  }
  return {
    ...emptyDetail,
    addr: addrOf(stored),
    name: stored.name,
    line: stored.line,
    power: metered.powerW,
    energy: metered.energyWh,
    // Part 202 stops counting at 1,016 h.
    onHours: maintenance?.lampHours ?? operationHours,
    gear: detail,
  }
}

const emptyDetail = {
  orderCode: null,
  nodeType: null,
  inputMode: null,
  spareParts: [],
  params: {},
}
