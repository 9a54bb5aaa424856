import type { PlantSummary } from '@vigilux/contract/features/plants/plant.ts'
import { useTranslation } from 'react-i18next'
import { MapCanvas } from './MapCanvas.tsx'
import { Pins } from './Pins.tsx'
import * as styles from './plants-map.module.css'

export type PlantOnMapProps = { plant: Pick<PlantSummary, 'plant_id' | 'plantname' | 'address' | 'condition'> }

const plantZoom = 9

/** One plant at its position, in its state; hidden without a known position. */
export function PlantOnMap({ plant }: PlantOnMapProps) {
  const { t } = useTranslation('plants-map')
  const { lat, long, city } = plant.address
  if (lat === null || long === null) return null
  const box = { south: lat, west: long, north: lat, east: long }
  const { plant_id, plantname, condition } = plant
  const pin = { lat, long, plants: 1, condition, box, plant: { plant_id, plantname, city } }
  return (
    <div className={styles.mapSmall}>
      <MapCanvas
        key={`${lat} ${long}`}
        label={t('labelOf', { name: plantname })}
        start={{ lat, long, zoom: plantZoom }}
        closeZoom={plantZoom}
      >
        {(map, closeZoom) => (
          <Pins map={map} pins={[pin]} onOpen={() => map.setView([lat, long], closeZoom, { animate: false })} />
        )}
      </MapCanvas>
    </div>
  )
}
