import { useTranslation } from 'react-i18next'
import { failureText } from '../shared/api/api-failure.ts'
import { LoadingRows } from '../shared/feedback/Loading.tsx'
import { BrokenLamps } from './BrokenLamps.tsx'
import * as styles from './demo.module.css'
import { useDemoPlant } from './demo-api.ts'
import { type DemoPlace, useDemoPlace } from './demo-place.ts'
import { MainsControls } from './MainsControls.tsx'
import { SpeedControl } from './SpeedControl.tsx'

/** Changes to the demo by a visitor: its speed, and in a plant the actions of a person in the building. */
export function DemoMenu() {
  const place = useDemoPlace()
  return (
    <div className={styles.demoMenu}>
      <SpeedControl />
      {place ? <Building key={place.plantId} place={place} /> : null}
    </div>
  )
}

function Building({ place }: { place: DemoPlace }) {
  const { t } = useTranslation('demo')
  const { data, error } = useDemoPlant(place.plantId)
  return (
    <section aria-label={t('building.title')}>
      <h2>{t('building.title')}</h2>
      {data ? <Controls place={place} {...data} /> : error ? <p>{failureText(error)}</p> : <LoadingRows rows={3} />}
    </section>
  )
}

function Controls({
  place,
  mayControl,
  units: demoUnits,
}: Parameters<typeof MainsControls>[0] & { mayControl: boolean }) {
  const { t } = useTranslation('demo')
  // On the page of one unit no other is spoilt by mistake.
  const units = place.topic ? demoUnits.filter(({ topic }) => topic === place.topic) : demoUnits
  if (units.length === 0) return <p>{t('building.none')}</p>
  return (
    <>
      {mayControl ? null : <p>{t('building.onlooker')}</p>}
      <MainsControls place={place} units={units} mayControl={mayControl} />
      {mayControl ? <BrokenLamps place={place} units={units} /> : null}
    </>
  )
}
