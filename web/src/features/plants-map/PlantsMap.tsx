import { keepPreviousData } from '@tanstack/react-query'
import type { PlantSummary } from '@vigilux/contract/features/plants/plant.ts'
import type { MapBox, MapPin } from '@vigilux/contract/features/plants-map/plants-map.ts'
import type { Map as LeafletMap } from 'leaflet'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ActionInput } from '../../shared/api/actions.ts'
import { useAction } from '../../shared/api/use-action.ts'
import { ErrorState } from '../../shared/feedback/ErrorState.tsx'
import { useNavigateTo } from '../../shared/navigation.tsx'
import { useSearchParams } from '../../shared/search-params.ts'
import type { ListLine } from '../../shared/table/table-parts.ts'
import { pathTo } from '../../site-map.ts'
import { MapCanvas, showBox } from './MapCanvas.tsx'
import { Pins } from './Pins.tsx'
import { PlantsSideList } from './PlantsSideList.tsx'
import { boxOf, formatView, isOnePoint, parseView } from './pins.ts'
import * as styles from './plants-map.module.css'

type MapPlantsInput = Omit<ActionInput<'getPlantsOnMap'>, 'box' | 'zoom'>
export type PlantsMapProps = {
  /** The plant filter, the same as the list's. */
  question: MapPlantsInput
  /** A plant as a line of the list next to the map. */
  line: (plant: PlantSummary) => ListLine
}

/** Europe, until the plants' positions are known. */
const start = { lat: 48, long: 12, zoom: 4 }

/** Plants on a map, and next to it the list of those in view and of those without a position. */
export function PlantsMap({ question, line }: PlantsMapProps) {
  const { t } = useTranslation('plants-map')
  const [{ at }, change] = useSearchParams()
  const [initialView] = useState(() => parseView(at))
  const [visibleArea, setVisibleArea] = useState<{ box: MapBox; zoom: number }>()
  const [pickedBox, setPickedBox] = useState<MapBox>()
  const [marked, setMarked] = useState<string>()
  const allPins = useAction('getPlantsOnMap', question, {
    enabled: initialView === undefined && visibleArea === undefined,
  })
  const visiblePins = useAction(
    'getPlantsOnMap',
    { ...question, ...(visibleArea ?? {}) },
    { enabled: visibleArea !== undefined, placeholderData: keepPreviousData },
  )
  const { data, error, refetch } = visibleArea ? visiblePins : allPins
  const updateView = (map: LeafletMap) => {
    setVisibleArea({ box: boxOf(map.getBounds()), zoom: map.getZoom() })
    setPickedBox(undefined)
    const { lat, lng: longitude } = map.getCenter()
    change({ at: formatView({ lat, long: longitude, zoom: map.getZoom() }) })
  }
  return (
    <div className={styles.plantsMap}>
      <PlantsSideList
        question={question}
        box={pickedBox ?? visibleArea?.box}
        onWiden={pickedBox ? () => setPickedBox(undefined) : undefined}
        total={pickedBox || !data ? undefined : data.plants}
        without={data ? data.without : undefined}
        line={line}
        marked={marked}
        onMark={setMarked}
      />
      <div className={styles.mapFrame}>
        <MapWithPins
          start={initialView ?? start}
          extent={initialView ? null : allPins.data ? allPins.data.box : undefined}
          pins={data ? data.pins : []}
          label={t('label')}
          marked={marked}
          onMark={setMarked}
          onLook={updateView}
          onPick={setPickedBox}
          findAll={async () => {
            const found = await allPins.refetch()
            return found.data ? found.data.box : null
          }}
        />
        {error && !data ? <ErrorState error={error} retry={() => void refetch()} /> : null}
      </div>
    </div>
  )
}

type MapWithPinsProps = {
  start: { lat: number; long: number; zoom: number }
  /** The bounding box of all plants; undefined until known. */
  extent: MapBox | null | undefined
  pins: readonly MapPin[]
  label: string
  marked: string | undefined
  onMark: (plantId: string | undefined) => void
  onLook: (map: LeafletMap) => void
  onPick: (box: MapBox) => void
  findAll: () => Promise<MapBox | null>
}

function MapWithPins({ start: first, label, findAll, ...props }: MapWithPinsProps) {
  const [map, setMap] = useState<LeafletMap>()
  const showAll = async () => {
    const box = await findAll()
    if (map && box) showBox(map, box)
  }
  return (
    <MapCanvas label={label} start={first} wheel onAll={() => void showAll()}>
      {(leafletMap) => <OnMap map={leafletMap} onMap={setMap} {...props} />}
    </MapCanvas>
  )
}

type OnMapProps = Omit<MapWithPinsProps, 'start' | 'label' | 'findAll'> & {
  map: LeafletMap
  onMap: (map: LeafletMap) => void
}

function OnMap({ map, onMap, extent, pins, marked, onMark, onLook, onPick }: OnMapProps) {
  const navigateTo = useNavigateTo()
  const [hasMoved, setMoved] = useState(false)
  useEffect(() => onMap(map), [map, onMap])
  useEffect(() => {
    const updateView = () => onLook(map)
    map.on('moveend resize', updateView)
    return () => void map.off('moveend resize', updateView)
  })
  // Runs once, as soon as the extent is known; null keeps the initial position.
  useEffect(() => {
    if (hasMoved || extent === undefined) return
    setMoved(true)
    if (extent) showBox(map, extent)
    else onLook(map)
  }, [hasMoved, extent, map, onLook])
  const open = (pin: MapPin) => {
    if (pin.plant) return navigateTo(pathTo('plantOverview', { plantId: pin.plant.plant_id }))
    if (isOnePoint(pin.box) || map.getZoom() >= map.getMaxZoom()) return onPick(pin.box)
    showBox(map, pin.box, map.getMaxZoom())
  }
  return <Pins map={map} pins={pins} marked={marked} onOpen={open} onMark={onMark} />
}
