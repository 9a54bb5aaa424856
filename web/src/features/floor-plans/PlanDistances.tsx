import { Button, NumberInput } from '@mantine/core'
import { IconBulbOff } from '@tabler/icons-react'
import { lampNumber } from '@vigilux/contract/features/lamps/lamp-number.ts'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../shared/format/format.ts'
import * as styles from './floor-plans.module.css'
import type { PlanReach } from './use-plan-reach.ts'

/** Maximum number of nearest lamps listed. */
const maxNamedNearest = 4

type DistancesProps = { reach: PlanReach; selected: ReadonlySet<string>; onPick: (key: string) => void }

/** Distances between lamps, and the area without light if a lamp fails; hidden without a scale. */
export function PlanDistances({ reach, selected, onPick }: DistancesProps) {
  const { t } = useTranslation('floor-plans')
  const { measure } = useFormats()
  const { apart, nearest, isAsked, ask: setRequested, metres, setMetres } = reach
  if (!reach.hasScale)
    return (
      <section className={styles.planDistances} aria-label={t('distances.title')}>
        <h3>{t('distances.title')}</h3>
        <p className="vx-quiet">{t('distances.noScale')}</p>
      </section>
    )
  const [onlyKey] = [...selected]
  const nearestLamps = onlyKey !== undefined && selected.size === 1 ? nearest(onlyKey, maxNamedNearest) : []
  return (
    <section className={styles.planDistances} aria-label={t('distances.title')}>
      <h3>{t('distances.title')}</h3>
      {apart === null ? null : <p role="status">{t('distances.apart', { distance: measure(apart, 'm', 1) })}</p>}
      {nearestLamps.length > 0 ? (
        <>
          <p className="vx-quiet">{t('distances.nearest')}</p>
          <ul>
            {nearestLamps.map(({ key, lamp, metres: distance }) => (
              <li key={key}>
                <button type="button" className={styles.planNear} onClick={() => onPick(key)}>
                  <span>{lampNumber(lamp.id)}</span> <span>{measure(distance, 'm', 1)}</span>
                </button>
              </li>
            ))}
          </ul>
        </>
      ) : null}
      <Button
        variant={isAsked ? 'light' : 'default'}
        aria-pressed={isAsked}
        leftSection={<IconBulbOff size={16} aria-hidden />}
        onClick={() => setRequested(!isAsked)}
      >
        {t('distances.whatIf')}
      </Button>
      {isAsked ? (
        <>
          <NumberInput
            label={t('distances.serves')}
            value={metres}
            min={0.5}
            max={200}
            decimalScale={1}
            suffix=" m"
            onChange={setMetres}
          />
          <p role="status">{reach.left === null ? t('distances.chooseLamp') : formatArea(reach.left)}</p>
          <p className="vx-quiet">{t('distances.noCalculation')}</p>
        </>
      ) : null}
    </section>
  )

  function formatArea(squareMetres: number): string {
    const values = { number: lampNumber(reach.number ?? 0), distance: measure(reach.reachM, 'm', 1) }
    return squareMetres < 0.5
      ? t('distances.nothingLeft', values)
      : t('distances.left', { ...values, area: measure(squareMetres, 'm²', squareMetres < 10 ? 1 : 0) })
  }
}
