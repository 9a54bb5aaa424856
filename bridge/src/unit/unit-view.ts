import type { UnitDetail } from '@vigilux/contract/features/central-units/unit-detail.ts'
import type { UnitFront } from '@vigilux/contract/features/central-units/unit-front.ts'
import { type DaliState, unitFaultBits, unitWarningBits } from '@vigilux/device-plane/central-units/dali/wire.ts'
import type { GatewayInfo } from '../gateway/gateway.ts'
import type { BusLine } from '../line/bus-line.ts'
import { modeBit } from '../line/gear.ts'
import type { EnrolmentState } from '../platform/enrolment.ts'
import type { BridgeState, TestPlan } from './bridge-state.ts'
import type { LampView } from './lamp-report.ts'

/** The unit as a whole, as the platform and the panel are shown it. */

export const bridgeVersion = '0.1.0'

export type UnitView = {
  state: Readonly<BridgeState>
  lamps: readonly LampView[]
  lines: readonly { line: BusLine; since: string }[]
  gateway: { address: string; info: GatewayInfo | null; since: string | null }
  isScanning: boolean
  inhibitedUntil: number | null
  isTesting: boolean
}

const bit = <Name extends string>(names: readonly Name[], name: Name): number => 1 << names.indexOf(name)

/** Gear silent since an emergency is still in it: its battery may be empty. */
export const isOnBattery = ({ lamps }: Pick<UnitView, 'lamps'>): boolean =>
  lamps.some(({ gear }) => gear.isEmergency && (gear.readings.mode & (modeBit.emergency | modeBit.extended)) !== 0)

/** Faults of the unit. `isGatewayFaulty`: the gateway does not work as its protocol says. */
export const unitFaultsOf = ({ lamps }: Pick<UnitView, 'lamps'>, isGatewayFaulty: boolean): number =>
  (isGatewayFaulty ? bit(unitFaultBits, 'dali') : 0) |
  (lamps.some(({ gear }) => gear.presence === 'duplicate') ? bit(unitFaultBits, 'duplicateLampIds') : 0)

const networkOf = ({ state, isScanning, lamps }: UnitView): [number, number, number | null] => {
  const answering = lamps.filter(({ gear }) => gear.presence !== 'silent').length
  const found = state.gears.length
  return [isScanning ? 1 : found > 0 ? 2 : 0, isScanning ? found : Math.min(found, answering), state.lampsConfigured]
}

export const sysOf = (view: UnitView): NonNullable<DaliState['sys']> => {
  const { state, inhibitedUntil } = view
  const expected = state.lampsConfigured
  const warnings =
    (inhibitedUntil === null ? 0 : bit(unitWarningBits, 'inhibited')) |
    (expected !== null && state.gears.length < expected ? bit(unitWarningBits, 'fewerLamps') : 0) |
    (expected !== null && state.gears.length > expected ? bit(unitWarningBits, 'moreLamps') : 0)
  return [state.isOnBattery ? 1 : 0, state.unitFaults, warnings, networkOf(view)]
}

export const shadowOf = (view: UnitView): object => {
  const { state, gateway } = view
  const versions = [gateway.info?.firmware ?? null, gateway.info?.protocol ?? null].map(
    (text) => text?.slice(0, 20) || null,
  )
  return {
    v: [bridgeVersion, ...versions],
    c: [null, null],
    tz: state.utcOffsetMin,
    cfg: state.lampsConfigured,
    net: networkOf(view),
  }
}

const iso = (time: number): string => new Date(time).toISOString()
const scheduleOf = (plan: TestPlan | null): NonNullable<UnitDetail['functional']> | null =>
  plan && { next: iso(plan.next), period: plan.period, deferred: plan.isDeferred }

const lineOf = (
  { line, since }: UnitView['lines'][number],
  lamps: readonly LampView[],
): UnitDetail['lines'][number] => {
  const own = lamps.filter(({ stored }) => stored.line === line.number + 1)
  const answering = own.filter(({ gear, isLineUp }) => isLineUp && gear.presence === 'answers').length
  const state = line.isPowered === null ? 'absent' : line.isPowered ? 'ok' : 'off'
  return {
    number: line.number + 1,
    state,
    lamps: own.length,
    voltage: null,
    current: null,
    insulation: null,
    bus: {
      powered: line.isPowered,
      since,
      answering,
      load: line.loadPercent,
      roundS: line.roundMs === null ? null : Math.round(line.roundMs / 1000),
    },
  }
}

export const detailOf = (view: UnitView, scans: UnitDetail['lineScans'], front: UnitFront): Partial<UnitDetail> => {
  const { state, gateway, lines, lamps, inhibitedUntil } = view
  return {
    name: state.name,
    ratedHours: state.ratedHours,
    functional: scheduleOf(state.plans.functional),
    autonomy: scheduleOf(state.plans.autonomy),
    flags: state.flags,
    configurationMode: state.configurationMode,
    lines: lines.map((line) => lineOf(line, lamps)),
    busGateway: {
      address: gateway.address.slice(0, 60),
      name: gateway.info?.name?.slice(0, 60) ?? null,
      connected: gateway.info !== null,
      since: gateway.since,
    },
    lineScans: scans,
    scenes: state.scenes && { version: state.scenes.version, until: state.scenes.until },
    inhibition: inhibitedUntil === null ? null : { until: iso(inhibitedUntil) },
    front,
  }
}

export type PanelState = {
  enrolment: EnrolmentState
  secondsLeft: number
  keys: readonly string[]
  isConnected: boolean
}

/** Display and lights. An inhibited bridge is not ready. */
export const frontOf = (view: UnitView, panel: PanelState): UnitFront => {
  const { state, inhibitedUntil, lamps } = view
  const hasFailure = state.unitFaults !== 0 || lamps.some(({ gear }) => gear.readings.failure !== 0)
  const isReady = inhibitedUntil === null && !state.isOnBattery
  return {
    ready: panel.enrolment === 'asking' ? 'blink' : isReady ? 'on' : 'off',
    emergency: state.isOnBattery ? 'on' : view.isTesting ? 'blink' : 'off',
    failure: hasFailure || view.gateway.info === null ? 'on' : 'off',
    display: displayOf(view, panel),
  }
}

const displayOf = (view: UnitView, { enrolment, secondsLeft, keys, isConnected }: PanelState): string[] => {
  const cloud = isConnected ? 'CLOUD OK' : 'NO CLOUD'
  if (enrolment === 'asking') return ['CLOUD ENROLMENT', `PRESS ${keys.join(' + ')}`, `${secondsLeft} S`]
  if (enrolment === 'factory') return ['NOT REGISTERED', 'WAITING FOR CLOUD', cloud]
  if (view.inhibitedUntil !== null)
    return ['INHIBITED', 'NOT PROTECTED', `UNTIL ${iso(view.inhibitedUntil).slice(11, 16)} UTC`]
  if (view.state.isOnBattery) return ['EMERGENCY', 'MAINS FAILED AT LAMPS', cloud]
  if (view.gateway.info === null) return ['NO GATEWAY', view.gateway.address.slice(0, 32), cloud]
  if (view.isScanning) return ['SEARCHING LAMPS', `${view.state.gears.length} FOUND`, 'PLEASE WAIT']
  if (view.isTesting) return ['TEST', 'RUNNING', cloud]
  return ['SYSTEM READY', `${view.state.gears.length} LAMPS`, cloud]
}
