import type { Map as LeafletMap, Marker } from 'leaflet'
import * as L from 'leaflet'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { MapCanvas } from './MapCanvas.tsx'
import * as styles from './plants-map.module.css'

export type PositionMapProps = {
  /** Null while unknown. */
  position: { lat: number; long: number } | null
  onMove: (position: { lat: number; long: number }) => void
}

const positionZoom = 11
/** About a metre. */
const digits = 5
const steps: Record<string, [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** A map with a plant's pin, which is dragged, moved with the arrows, or set by a press on the map. */
export function PositionMap({ position, onMove }: PositionMapProps) {
  const { t } = useTranslation('plants-map')
  const start = position ? { ...position, zoom: positionZoom } : { lat: 48, long: 12, zoom: 4 }
  return (
    <div className={styles.mapSmall}>
      <MapCanvas label={t('position.choose')} start={start} closeZoom={positionZoom}>
        {(map, closeZoom) => <PositionPin map={map} closeZoom={closeZoom} position={position} onMove={onMove} />}
      </MapCanvas>
    </div>
  )
}

const placeOf = ({ lat, lng }: L.LatLng) => {
  const { lat: y, lng: x } = new L.LatLng(lat, lng).wrap()
  return { lat: Number(Math.max(-90, Math.min(90, y)).toFixed(digits)), long: Number(x.toFixed(digits)) }
}

const icon = L.divIcon({ className: styles.positionPin, iconSize: [28, 28], iconAnchor: [14, 14], html: '' })

type PinProps = PositionMapProps & { map: LeafletMap; closeZoom: number }

function PositionPin({ map, closeZoom, position, onMove }: PinProps) {
  const { t } = useTranslation('plants-map')
  const marker = useRef<Marker>(undefined)
  const move = useRef(onMove)
  move.current = onMove
  const name = t('position.pin')
  const { lat, long } = position ?? { lat: null, long: null }
  useEffect(() => {
    const moveToClick = ({ latlng }: L.LeafletMouseEvent) => move.current(placeOf(latlng))
    map.on('click', moveToClick)
    return () => void map.off('click', moveToClick)
  }, [map])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the pin is made once, and moved below; a new one would lose the focus.
  useEffect(() => {
    if (lat === null || long === null) return
    const pinMarker = L.marker([lat, long], { icon, draggable: true, keyboard: true, alt: name, title: name })
    pinMarker.addTo(map)
    marker.current = pinMarker
    pinMarker.on('dragend', () => move.current(placeOf(pinMarker.getLatLng())))
    const element = pinMarker.getElement()
    element?.setAttribute('aria-label', name)
    const byKey = (event: KeyboardEvent) => {
      const step = steps[event.key]
      if (!step) return
      event.preventDefault()
      event.stopPropagation()
      const px = event.shiftKey ? 1 : 8
      const currentPoint = map.latLngToLayerPoint(pinMarker.getLatLng())
      move.current(placeOf(map.layerPointToLatLng(currentPoint.add([step[0] * px, step[1] * px]))))
    }
    element?.addEventListener('keydown', byKey)
    return () => void pinMarker.remove()
  }, [map, name, lat === null])
  useEffect(() => {
    if (lat === null || long === null) return
    marker.current?.setLatLng([lat, long])
    if (!map.getBounds().contains([lat, long]))
      map.setView([lat, long], Math.max(map.getZoom(), closeZoom), { animate: false })
  }, [map, closeZoom, lat, long])
  return null
}
