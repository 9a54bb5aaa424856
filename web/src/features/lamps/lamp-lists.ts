import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import type { DeviceList } from '../../shared/plant/lamps.ts'

export { type DeviceList, lampsQuery, listOfKind, useStreamedLamps } from '../../shared/plant/lamps.ts'

/** Whether a device is a lamp, unlike sensors and others. */
export function isLuminaire({ type }: Pick<Lamp, 'type'>): boolean {
  return type === 'emergency' || type === 'lighting'
}

/** Whether a device belongs to a list. */
export function isInList(lamp: Pick<Lamp, 'type'>, list: DeviceList): boolean {
  if (list === 'all') return true
  return list === 'other' ? !isLuminaire(lamp) : lamp.type === list
}

/** `logica_0A1B2C.17`: a lamp's key within its plant. */
export function keyOfLamp(lamp: { cu: string; id: number }): string {
  return `${lamp.cu}.${lamp.id}`
}
