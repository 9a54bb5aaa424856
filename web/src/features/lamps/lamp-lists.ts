import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import type { DeviceList } from '../../shared/plant/lamps.ts'

export { type DeviceList, lampNumber, useLamps } from '../../shared/plant/lamps.ts'

/** The kinds of the menu that are lists of lamps and other devices. */
export const listOfKind: Readonly<Record<string, DeviceList>> = {
  all: 'all',
  emergency: 'emergency',
  lighting: 'lighting',
  sensors: 'other',
}

/** Whether a device stands in a list. */
export function isInList(lamp: Pick<Lamp, 'type'>, list: DeviceList): boolean {
  if (list === 'all') return true
  return list === 'other' ? lamp.type !== 'emergency' && lamp.type !== 'lighting' : lamp.type === list
}

/** `logica_0A1B2C.17`: what names a lamp within its plant. */
export function keyOfLamp(lamp: { cu: string; id: number }): string {
  return `${lamp.cu}.${lamp.id}`
}
