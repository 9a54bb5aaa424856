import { Button } from '@mantine/core'
import type { Compliance } from '@vigilux/contract/features/compliance/compliance.ts'
import type { Inspection } from '@vigilux/contract/features/compliance/inspection.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../shared/feedback/Dialog.tsx'
import { useFormats } from '../../shared/format/format.ts'
import { Card } from '../../shared/layout/PageHeader.tsx'
import * as styles from './compliance.module.css'

type Plan = Inspection['floorPlans'][number]

/** Floor plans as small pictures, each of which opens large. */
export function InspectedPlans({ found: { floorPlans }, compliance }: { found: Inspection; compliance: Compliance }) {
  const { t } = useTranslation('compliance')
  const { date, number } = useFormats(compliance.timezone)
  const [openPlan, setOpenPlan] = useState<Plan | null>(null)
  if (floorPlans.length === 0) return null
  return (
    <Card title={t('inspection.plans')} aside={number(floorPlans.length)}>
      <ul className={styles.inspectedPlans}>
        {floorPlans.map((plan) => (
          <li key={plan.id}>
            <button type="button" onClick={() => setOpenPlan(plan)}>
              <img src={plan.small} alt="" loading="lazy" />
              <b>{plan.name}</b>
              <small>{t('inspection.planLamps', { n: number(plan.lamps) })}</small>
              <small>{date(plan.drawingAt)}</small>
            </button>
          </li>
        ))}
      </ul>
      <Dialog opened={openPlan !== null} onClose={() => setOpenPlan(null)} title={openPlan?.name} fullScreen>
        {openPlan ? <PlanPicture plan={openPlan} /> : null}
      </Dialog>
    </Card>
  )
}

function PlanPicture({ plan }: { plan: Plan }) {
  const { t } = useTranslation('compliance')
  const [isLarge, setLarge] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  if (hasFailed) return <p role="alert">{t('inspection.planFailed')}</p>
  return (
    <>
      <Button variant="default" aria-pressed={isLarge} onClick={() => setLarge(!isLarge)}>
        {isLarge ? t('inspection.fit') : t('inspection.enlarge')}
      </Button>
      <div className={styles.inspectedPlan} data-large={isLarge || undefined}>
        <img src={plan.large} alt={plan.name} onError={() => setFailed(true)} />
      </div>
    </>
  )
}
