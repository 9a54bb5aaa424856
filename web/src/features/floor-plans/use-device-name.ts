import { useTranslation } from 'react-i18next'
import type { Placeable } from './placeable.ts'

/** A device's name in lists: its number, or its unit type, with people's description. */
export function useDeviceName() {
  const { t } = useTranslation('floor-plans')
  return ({ label, shape, lamp, description, location }: Placeable): string => {
    const first = lamp ? label : `${t(shape === 'triangle' ? 'shape.bluetoothGateway' : 'shape.unit')} ${label}`
    return [first, description, location].filter(Boolean).join(' · ')
  }
}
