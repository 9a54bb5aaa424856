import { useTranslation } from 'react-i18next'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { Card } from '../../shared/layout/PageHeader.tsx'
import { AppLink } from '../../shared/navigation.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { StatusInline } from '../../shared/status/StatusTag.tsx'
import { pathTo } from '../../site-map.ts'
import { useHeadline } from './use-headline.ts'

/** The verdict on the overview, in the same sentence as on its page. Hidden when it cannot be read. */
export function ComplianceCard() {
  const { t } = useTranslation('compliance')
  const { plantId } = useCurrentPlant()
  return (
    <Card title={t('title')} aside={<AppLink to={pathTo('compliance', { plantId })}>{t('showRules')}</AppLink>}>
      <AnswerBoundary>
        <Sentence />
      </AnswerBoundary>
    </Card>
  )
}

function Sentence() {
  const { plantId } = useCurrentPlant()
  const { headline, look } = useHeadline(useAnswer('getCompliance', { plantId }))
  return (
    <p className="vx-attention-none">
      <StatusInline state={look} cause={headline} />
    </p>
  )
}
