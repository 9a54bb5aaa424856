import { ActionIcon } from '@mantine/core'
import { IconFocusCentered, IconMinus, IconPlus } from '@tabler/icons-react'
import { type MapBox, mapLimits } from '@vigilux/contract/features/plants-map/plants-map.ts'
import type { Map as LeafletMap } from 'leaflet'
import * as L from 'leaflet'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { addGround, outlineZoom } from './ground.ts'
import 'leaflet/dist/leaflet.css'
import * as styles from './plants-map.module.css'

const world: L.LatLngBoundsLiteral = [
  [-85.05, -180],
  [85.05, 180],
]

/** Position of a map: center in degrees, and zoom. */
export type View = { lat: number; long: number; zoom: number }

type MapCanvasProps = {
  /** Accessible name of the map. */
  label: string
  /** Initial position; read once. */
  start: View
  /** Resets the view to show everything. */
  onAll?: () => void
  /** Whether the wheel zooms: false where it would interfere with scrolling the page. */
  wheel?: boolean
  /** Zoom that shows one place on tiles; the map opens farther away where only outlines of countries are drawn. */
  closeZoom?: number
  children: (map: LeafletMap, closeZoom: number) => ReactNode
}

/** Moves the view to show a part of the map. */
export function showBox(map: LeafletMap, { south, west, north, east }: MapBox, maxZoom = 12): void {
  map.fitBounds(
    [
      [south, west],
      [north, east],
    ],
    { padding: [48, 48], maxZoom, animate: false },
  )
}

const steps: Record<string, [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
const panStepPx = 80

/** Pans with the arrows and zooms with plus and minus, even while a pin has the focus. */
function moveByKey(map: LeafletMap, event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
  const step = steps[event.key]
  if (step) map.panBy([step[0] * panStepPx, step[1] * panStepPx], { animate: false })
  else if (event.key === '+' || event.key === '=') map.zoomIn(1, { animate: false })
  else if (event.key === '-') map.zoomOut(1, { animate: false })
  else return
  event.preventDefault()
}

/** A map operated by pointer, touch and keys. Nothing in it is animated. */
export function MapCanvas({ label, start, onAll, wheel = false, closeZoom, children }: MapCanvasProps) {
  const { t } = useTranslation('plants-map')
  const container = useRef<HTMLDivElement>(null)
  const [first] = useState(start)
  const [map, setMap] = useState<LeafletMap>()
  const [hasTiles, setTiles] = useState(true)
  const place = closeZoom ?? first.zoom
  useEffect(() => {
    if (!container.current) return
    const leafletMap = L.map(container.current, {
      keyboard: false,
      zoomControl: false,
      zoomAnimation: false,
      fadeAnimation: false,
      markerZoomAnimation: false,
      inertia: false,
      scrollWheelZoom: wheel,
      maxBounds: world,
      maxBoundsViscosity: 1,
      minZoom: 2,
      maxZoom: mapLimits.zoom,
      center: [first.lat, first.long],
      zoom: first.zoom,
    })
    leafletMap.attributionControl.setPrefix(false)
    setMap(leafletMap)
    const sizeObserver = new ResizeObserver(() => leafletMap.invalidateSize({ animate: false, pan: false }))
    sizeObserver.observe(container.current)
    return () => {
      sizeObserver.disconnect()
      setMap(undefined)
      leafletMap.remove()
    }
  }, [first, wheel])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the map inside has the focus; keys reach this from it and from its pins.
    <div className={styles.map} data-part="map" onKeyDown={(event) => map && moveByKey(map, event)}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it is moved with the arrows. */}
      <div ref={container} className={styles.mapGround} role="application" aria-label={label} tabIndex={0}>
        {map ? children(map, hasTiles ? place : Math.min(place, outlineZoom)) : null}
      </div>
      {map ? (
        <div className={styles.mapFailure}>
          <AnswerBoundary skeleton={null}>
            <Ground map={map} onOutlines={closeZoom === undefined ? undefined : () => setTiles(false)} />
          </AnswerBoundary>
        </div>
      ) : null}
      {map ? (
        <div className={`${styles.mapTools} vx-no-print`}>
          <ActionIcon variant="default" aria-label={t('zoomIn')} onClick={() => map.zoomIn(1, { animate: false })}>
            <IconPlus size={16} aria-hidden />
          </ActionIcon>
          <ActionIcon variant="default" aria-label={t('zoomOut')} onClick={() => map.zoomOut(1, { animate: false })}>
            <IconMinus size={16} aria-hidden />
          </ActionIcon>
          {onAll ? (
            <ActionIcon variant="default" aria-label={t('showAll')} onClick={onAll}>
              <IconFocusCentered size={16} aria-hidden />
            </ActionIcon>
          ) : null}
        </div>
      ) : null}
    </div>
  )
}

/** The tiles below the pins. Without them the pins stay usable, and the map reports the missing ground. */
function Ground({ map, onOutlines }: { map: LeafletMap; onOutlines: (() => void) | undefined }) {
  const { tiles } = useAnswer('getMapTiles', {}, { staleTime: Number.POSITIVE_INFINITY })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once a map, whose zoom is the person's afterwards
  useEffect(() => {
    if (tiles || !onOutlines) return
    if (map.getZoom() > outlineZoom) map.setZoom(outlineZoom, { animate: false })
    onOutlines()
  }, [map, tiles])
  useEffect(() => addGround(map, tiles), [map, tiles])
  return null
}
