import type { JudgedRule } from '@vigilux/contract/features/compliance/compliance.ts'
import { useTranslation } from 'react-i18next'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { Card } from '../../shared/layout/PageHeader.tsx'
import { usePhone } from '../../shared/layout/use-phone.ts'
import { AppLink } from '../../shared/navigation.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { StatusInline } from '../../shared/status/StatusTag.tsx'
import { pathTo } from '../../site-map.ts'
import { RuleState, stateOfRule } from './RuleState.tsx'
import { useHeadline } from './use-headline.ts'
import { useRuleTitle } from './use-rule-title.ts'

/** The verdict on the overview, in the same sentence as on its page, and the rules that matter most. */
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

/** Maximum rules on the card. */
const maxShownRules = 5

/** Not met first, then unknown, then those with a due date, then the met ones. */
const rankOf = ({ state, due }: JudgedRule): number => {
  if (state === 'notMet') return 0
  if (state === 'unknown') return 1
  return due ? 2 : 3
}

function Sentence() {
  const { plantId, plant } = useCurrentPlant()
  const found = useAnswer('getCompliance', { plantId })
  const { headline, look } = useHeadline(found)
  const titleOf = useRuleTitle()
  const phone = usePhone()
  // A phone shows what is true now right below the sentence.
  const rules = phone ? [] : found.rules.toSorted((a, b) => rankOf(a) - rankOf(b)).slice(0, maxShownRules)
  return (
    <>
      <p className="vx-compliance-sentence">
        <StatusInline state={look} cause={headline} />
      </p>
      <ul className="vx-compliance-short">
        {rules.map((rule) => (
          <li key={rule.rule}>
            <StatusInline state={stateOfRule(rule)} cause={titleOf(rule.rule, rule.limit)} />
            <RuleState rule={rule} timezone={plant.timezone} />
          </li>
        ))}
      </ul>
    </>
  )
}
