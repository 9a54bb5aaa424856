import type { Compliance } from '@vigilux/contract/features/compliance/compliance.ts'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../shared/api/use-action.ts'
import { Card } from '../../shared/layout/PageHeader.tsx'
import { AppLink } from '../../shared/navigation.tsx'
import { useOpenPlant } from '../../shared/plant/plant.ts'
import { StatusInline } from '../../shared/status/StatusTag.tsx'
import { pathTo } from '../../site-map.ts'
import { useHeadline } from './use-headline.ts'

/** The verdict on the overview, in the sentence of its page. Where it cannot be read the card is left out. */
export function ComplianceCard() {
  const { t } = useTranslation('compliance')
  const { plantId } = useOpenPlant()
  const { data } = useAction('getCompliance', { plantId })
  if (!data) return null
  return (
    <Card title={t('title')} aside={<AppLink to={pathTo('compliance', { plantId })}>{t('showRules')}</AppLink>}>
      <Sentence found={data} />
    </Card>
  )
}

function Sentence({ found }: { found: Compliance }) {
  const { headline, look } = useHeadline(found)
  return (
    <p className="vx-attention-none">
      <StatusInline state={look} cause={headline} />
    </p>
  )
}
