import { useTranslation } from 'react-i18next'
import type { Placeable } from './placeable.ts'

/** What a device is called in lists: its number, or what kind of unit it is, with what people wrote of it. */
export function useDeviceName() {
  const { t } = useTranslation('floor-plans')
  return ({ label, shape, lamp, description, location }: Placeable): string => {
    const first = lamp ? label : `${t(shape === 'triangle' ? 'shape.bluetoothGateway' : 'shape.unit')} ${label}`
    return [first, description, location].filter(Boolean).join(' · ')
  }
}
