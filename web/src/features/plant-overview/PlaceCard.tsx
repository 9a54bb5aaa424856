import { roleMay } from '@vigilux/contract/kernel/permissions.ts'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Card } from '../../shared/layout/PageHeader.tsx'
import { AppLink } from '../../shared/navigation.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { pathTo } from '../../site-map.ts'
import { PlantOnMap } from '../plants-map/index.ts'

/** The plant's place; its map loads once it is scrolled into view. */
export function PlaceCard() {
  const { t } = useTranslation('plant-overview')
  const { plant, plantId } = useCurrentPlant()
  const [place, isNear] = useNear<HTMLDivElement>()
  const isKnown = plant.address.lat !== null && plant.address.long !== null
  return (
    <Card title={t('place.title')}>
      <div ref={place} className="vx-place">
        {isKnown && isNear ? <PlantOnMap plant={plant} /> : null}
        {isKnown ? null : (
          <p>
            {t('place.unknown')}{' '}
            {roleMay(plant.role, 'plant.administer') ? (
              <AppLink to={pathTo('plantGeneral', { plantId })}>{t('word.setPosition')}</AppLink>
            ) : null}
          </p>
        )}
      </div>
    </Card>
  )
}

/** Whether an element was ever in view, or nearly. */
function useNear<Part extends HTMLElement>() {
  const part = useRef<Part>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (!part.current || isNear) return
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true)
    })
    observer.observe(part.current)
    return () => observer.disconnect()
  }, [isNear])
  return [part, isNear] as const
}
