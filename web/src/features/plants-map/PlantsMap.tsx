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
  const [given] = useState(() => parseView(at))
  const [seen, setSeen] = useState<{ box: MapBox; zoom: number }>()
  const [picked, setPicked] = useState<MapBox>()
  const [marked, setMarked] = useState<string>()
  const all = useAction('getPlantsOnMap', question, { enabled: given === undefined && seen === undefined })
  const inSight = useAction(
    'getPlantsOnMap',
    { ...question, ...(seen ?? {}) },
    { enabled: seen !== undefined, placeholderData: keepPreviousData },
  )
  const { data, error, refetch } = seen ? inSight : all
  const look = (map: LeafletMap) => {
    setSeen({ box: boxOf(map.getBounds()), zoom: map.getZoom() })
    setPicked(undefined)
    const { lat, lng: long } = map.getCenter()
    change({ at: formatView({ lat, long, zoom: map.getZoom() }) })
  }
  return (
    <div className="vx-plants-map">
      <PlantsSideList
        question={question}
        box={picked ?? seen?.box}
        onWiden={picked ? () => setPicked(undefined) : undefined}
        total={picked || !data ? undefined : data.plants}
        without={data ? data.without : undefined}
        line={line}
        marked={marked}
        onMark={setMarked}
      />
      <div className="vx-map-frame">
        <MapWithPins
          start={given ?? start}
          extent={given ? null : all.data ? all.data.box : undefined}
          pins={data ? data.pins : []}
          label={t('label')}
          marked={marked}
          onMark={setMarked}
          onLook={look}
          onPick={setPicked}
          findAll={async () => {
            const found = await all.refetch()
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
      {(made) => <OnMap map={made} onMap={setMap} {...props} />}
    </MapCanvas>
  )
}

type OnMapProps = Omit<MapWithPinsProps, 'start' | 'label' | 'findAll'> & {
  map: LeafletMap
  onMap: (map: LeafletMap) => void
}

function OnMap({ map, onMap, extent, pins, marked, onMark, onLook, onPick }: OnMapProps) {
  const go = useNavigateTo()
  const [moved, setMoved] = useState(false)
  useEffect(() => onMap(map), [map, onMap])
  useEffect(() => {
    const look = () => onLook(map)
    map.on('moveend resize', look)
    return () => void map.off('moveend resize', look)
  })
  // Runs once, as soon as the extent is known; null keeps the initial position.
  useEffect(() => {
    if (moved || extent === undefined) return
    setMoved(true)
    if (extent) showBox(map, extent)
    else onLook(map)
  }, [moved, extent, map, onLook])
  const open = (pin: MapPin) => {
    if (pin.plant) return go(pathTo('plantOverview', { plantId: pin.plant.plant_id }))
    if (isOnePoint(pin.box) || map.getZoom() >= map.getMaxZoom()) return onPick(pin.box)
    showBox(map, pin.box, map.getMaxZoom())
  }
  return <Pins map={map} pins={pins} marked={marked} onOpen={open} onMark={onMark} />
}
