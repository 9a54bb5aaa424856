import type { PresentState } from '@vigilux/contract/features/compliance/compliance.ts'
import { useTranslation } from 'react-i18next'
import { AppLink } from '../../shared/navigation.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { listPresentDangers } from '../../shared/status/present-danger.ts'
import { styleOf } from '../../shared/status/states.ts'
import { pathTo } from '../../site-map.ts'
import * as styles from './compliance.module.css'
import { usePresentDanger } from './use-headline.ts'

/** The present danger, which stays at the top of the page while the rules scroll, with its devices. */
export function PresentDangerBar({ now }: { now: PresentState | null }) {
  const { t } = useTranslation('compliance')
  const { plantId } = useCurrentPlant()
  const danger = usePresentDanger(now)
  const [worst] = listPresentDangers(now)
  if (!danger || !worst) return null
  const { icon: Mark, tone } = styleOf(danger.state)
  const to =
    worst.kind === 'unitsOffline'
      ? pathTo('devices', { plantId, devicesType: 'centralunits' })
      : pathTo('devices', { plantId }, { f: worst.state })
  return (
    <p className={styles.presentDanger} data-tone={tone}>
      <Mark size={16} stroke={2} aria-hidden />
      <b>{t('present.now', { what: danger.text })}</b>
      <AppLink to={to}>{t('present.show')}</AppLink>
    </p>
  )
}
