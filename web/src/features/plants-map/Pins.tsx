import type { MapPin } from '@vigilux/contract/features/plants-map/plants-map.ts'
import type { Map as LeafletMap } from 'leaflet'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../shared/format/format.ts'
import { styleOf } from '../../shared/status/states.ts'
import { inReadingOrder } from './pins.ts'
import * as styles from './plants-map.module.css'

/** Rerenders on zoom; panning moves the pins with the map. */
function useZoomed(map: LeafletMap): void {
  const [, draw] = useState(0)
  useEffect(() => {
    const redraw = () => draw((n) => n + 1)
    map.on('zoomend viewreset', redraw)
    return () => void map.off('zoomend viewreset', redraw)
  }, [map])
}

type PinsProps = {
  map: LeafletMap
  pins: readonly MapPin[]
  /** The plant hovered elsewhere. */
  marked?: string | undefined
  onOpen: (pin: MapPin) => void
  onMark?: (plantId: string | undefined) => void
}

/** One mark per pin, with icon, color and text of its state; several plants show their count and worst state. */
export function Pins({ map, pins, marked, onOpen, onMark }: PinsProps) {
  useZoomed(map)
  const pane = map.getPane('markerPane')
  if (!pane) return null
  return createPortal(
    <div className={styles.mapPins}>
      {inReadingOrder(pins).map((pin) => (
        <Pin
          key={pin.plant?.plant_id ?? `${pin.plants} ${pin.lat} ${pin.long}`}
          at={map.latLngToLayerPoint([pin.lat, pin.long])}
          pin={pin}
          isMarked={marked !== undefined && pin.plant?.plant_id === marked}
          onOpen={() => onOpen(pin)}
          onMark={(isHovered) => onMark?.(isHovered ? pin.plant?.plant_id : undefined)}
        />
      ))}
    </div>,
    pane,
  )
}

type PinProps = {
  at: { x: number; y: number }
  pin: MapPin
  isMarked: boolean
  onOpen: () => void
  onMark: (isHovered: boolean) => void
}

function Pin({ at, pin, isMarked, onOpen, onMark }: PinProps) {
  const { t } = useTranslation('plants-map')
  const { number } = useFormats()
  const { icon: Mark, tone } = styleOf(pin.condition)
  const state = t(`state.${pin.condition}`)
  const name = pin.plant
    ? t('pin.one', { name: pin.plant.plantname, city: pin.plant.city, state })
    : t('pin.many', { count: pin.plants, number: number(pin.plants), state })
  return (
    <button
      type="button"
      className={styles.pin}
      data-part="pin"
      data-tone={tone}
      data-state={pin.condition}
      data-marked={isMarked || undefined}
      aria-label={name}
      title={name}
      style={{ left: at.x, top: at.y }}
      onClick={onOpen}
      onDoubleClick={(event) => event.stopPropagation()}
      onMouseEnter={() => onMark(true)}
      onMouseLeave={() => onMark(false)}
      onFocus={() => onMark(true)}
      onBlur={() => onMark(false)}
    >
      <Mark size={18} stroke={2} aria-hidden />
      {pin.plants > 1 ? <b>{number(pin.plants)}</b> : null}
    </button>
  )
}
