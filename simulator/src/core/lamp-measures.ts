import type { LampAllows, LampParams } from '@vigilux/contract/features/lamps/lamp-detail.ts'
import type { NumberedLampDetail } from '@vigilux/device-plane/envelope.wire.ts'
import type { InputMode, VirtualLamp } from './lamp.ts'
import { orderCodeOf } from './lamp-products.ts'
import { shownLevel } from './light.ts'
import type { UnitHardware } from './unit-wire.ts'

/** Products able to run until their battery is empty. */
const infinityProducts = (product: number): boolean => product % 3 === 0

const inputModeOf = ({ inputMode }: VirtualLamp): InputMode => inputMode ?? 'presence'
/** Selectable rated durations of a lamp in hours. */
const hoursOfLamp = [1, 1.5, 2, 3] as const
const autonomyOf = ({ ratedMin }: VirtualLamp) => hoursOfLamp.find((hours) => hours * 60 === ratedMin)
/** Products which cannot be switched while mains is present. */
const isUnswitchable = ({ product, function: lampFunction }: VirtualLamp): boolean =>
  product % 4 === 0 && lampFunction !== 'switchable'

/** Values of this lamp's supported parameters; unsupported ones are absent. */
export const paramsOf = (lamp: VirtualLamp): LampParams => {
  if (lamp.kind === 'sensor') return { inputMode: inputModeOf(lamp) }
  if (lamp.uv) {
    const { isOn, timerMin, fanSpeed } = lamp.uv
    return { uvOxyOnOff: isOn, uvOxyTimer: timerMin, uvOxyFanSpeed: fanSpeed }
  }
  if (lamp.kind === 'lighting') return { opticom: lamp.levelPercent }
  return {
    function: lamp.function,
    autonomy: autonomyOf(lamp),
    parity: lamp.parity,
    opticom: lamp.levelPercent,
    durataTest: lamp.durataTestS,
    ...(infinityProducts(lamp.product) && { infinity: lamp.infinity }),
  }
}

/** Allowed values of restricted parameters. */
export const allowedValuesOf = (lamp: VirtualLamp): LampAllows | undefined => {
  if (lamp.kind === 'sensor') return { inputMode: ['off', 'presence', 'daylight'] }
  if (lamp.kind === 'lighting') return undefined
  return {
    autonomy: [...hoursOfLamp],
    ...(isUnswitchable(lamp) && { function: ['maintained', 'nonMaintained'] }),
  }
}

export const setParams = (lamp: VirtualLamp, params: LampParams): void => {
  lamp.function = params.function ?? lamp.function
  if (params.autonomy !== undefined) lamp.ratedMin = params.autonomy * 60
  if (params.inputMode !== undefined) lamp.inputMode = params.inputMode
  lamp.parity = params.parity ?? lamp.parity
  // A written level takes effect at once.
  if (params.opticom !== undefined) Object.assign(lamp, { levelPercent: params.opticom, light: undefined })
  lamp.durataTestS = params.durataTest ?? lamp.durataTestS
  lamp.infinity = params.infinity ?? lamp.infinity
  if (!lamp.uv) return
  lamp.uv = {
    isOn: params.uvOxyOnOff ?? lamp.uv.isOn,
    timerMin: params.uvOxyTimer ?? lamp.uv.timerMin,
    fanSpeed: params.uvOxyFanSpeed ?? lamp.uv.fanSpeed,
  }
}

/** Watts at full light, and the daily share of burning time. */
const loadOf = ({ kind, function: lampFunction, uv, product }: VirtualLamp): [watts: number, share: number] => {
  if (kind === 'sensor') return [0.4, 1]
  if (uv) return [36, 0.1]
  if (kind === 'lighting') return [18 + (product % 4) * 6, 0.45]
  return lampFunction === 'nonMaintained' ? [1.2, 0.02] : [4 + (product % 5), 0.6]
}

/** Rated power in watts. */
export const ratedOf = (lamp: VirtualLamp): number => loadOf(lamp)[0]

/** Present level of a lamp in percent. */
const levelOf = (lamp: VirtualLamp): number => shownLevel(lamp, Date.now())

/** Standby power in watts. */
const standbyW = 0.3

const isDead = ({ faults }: VirtualLamp): boolean => faults.includes('lamp_failure') || faults.includes('led_open')
const isOnBattery = ({ activity }: VirtualLamp): boolean => activity === 'emergency' || activity.endsWith('Test')

/** Whether it gives light, from mains or from its battery. */
export const isLit = (lamp: VirtualLamp): boolean => {
  if (lamp.kind === 'sensor' || isDead(lamp)) return false
  if (lamp.uv) return lamp.uv.isOn
  if (lamp.kind === 'emergency' && isOnBattery(lamp)) return true
  return (lamp.kind === 'lighting' || lamp.function !== 'nonMaintained') && levelOf(lamp) > 0
}

/** Present mains power in watts. */
export const powerOf = (lamp: VirtualLamp): number => {
  const [watts] = loadOf(lamp)
  if (isDead(lamp)) return standbyW
  if (lamp.uv) return lamp.uv.isOn ? watts : 0.5
  // On battery it draws nothing from mains.
  if (isOnBattery(lamp)) return 0
  return lamp.kind === 'sensor' ? watts : Math.max(standbyW, (watts * levelOf(lamp)) / 100)
}

const hourMs = 3_600_000
const rounded = (value: number): number => Math.round(value * 100) / 100

/** Estimated hours of light since manufacture, and the power in watts. */
export const estimateUsage = (lamp: VirtualLamp, now: number): { hours: number; watts: number } => {
  const [watts, share] = loadOf(lamp)
  return { hours: (Math.max(0, now - lamp.newAt) / hourMs) * share, watts }
}

/** Detail of a lamp beyond its state, without estimated values. */
export const lampDetailOf = (
  lamp: VirtualLamp,
  { lines, gear }: Pick<UnitHardware, 'lines' | 'gear'>,
): Partial<NumberedLampDetail> & { addr: number } => {
  const { addr, name, uv, kind } = lamp
  // Null fields are left out, because a thousand lamps report this at once.
  const fields = {
    addr,
    ...(name !== null && { name }),
    ...(gear ? gear(lamp) : lines > 0 && { line: 1 + ((addr - 1) % lines) }),
  }
  if (lamp.faults.includes('communication')) return fields
  const allows = allowedValuesOf(lamp)
  const { hours, watts } = estimateUsage(lamp, Date.now())
  return {
    ...fields,
    orderCode: orderCodeOf(lamp),
    nodeType: uv ? 'uv' : kind,
    ...(kind === 'sensor' && { inputMode: inputModeOf(lamp) }),
    power: rounded(powerOf(lamp)),
    energy: rounded(hours * watts),
    ...(kind !== 'sensor' && { onHours: rounded(hours) }),
    ...(uv && { spareParts: ['UVT-36-254'] }),
    params: paramsOf(lamp),
    ...(allows && { allows }),
  }
}
