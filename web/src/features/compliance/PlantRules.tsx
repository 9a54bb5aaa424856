import type { JudgedRule } from '@vigilux/contract/features/compliance/compliance.ts'
import { useTranslation } from 'react-i18next'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { AppLink } from '../../shared/navigation.tsx'
import { styleOf } from '../../shared/status/states.ts'
import { pathTo } from '../../site-map.ts'
import { EvidenceRows } from './EvidenceRows.tsx'
import * as styles from './plant-rules.module.css'
import { RuleState, stateOfRule } from './RuleState.tsx'
import { rankOfRule } from './rule-rank.ts'
import { useProfileName } from './use-profile-name.ts'
import { useRuleTitle } from './use-rule-title.ts'

/** Maximum rules listed; a link leads to all. */
const maxShown = 5

/** The worst rules of a plant with their evidence, outside of its pages. */
export function PlantRules({ plantId }: { plantId: string }) {
  const { t } = useTranslation('compliance')
  const nameOf = useProfileName()
  const { rules, timezone, profile } = useAnswer('getCompliance', { plantId })
  const shown = rules.toSorted((a, b) => rankOfRule(a) - rankOfRule(b)).slice(0, maxShown)
  return (
    <>
      <ul className={styles.plantRules}>
        {shown.map((rule) => (
          <Rule key={rule.rule} rule={rule} timezone={timezone} plantId={plantId} />
        ))}
      </ul>
      <p className={styles.plantRulesRest}>
        <AppLink to={pathTo('compliance', { plantId })}>
          {t('otherRules', { count: rules.length - shown.length })}
        </AppLink>
        <span>{`${nameOf(profile.profile)}, EN 50172:${profile.edition}`}</span>
      </p>
    </>
  )
}

function Rule({ rule, timezone, plantId }: { rule: JudgedRule; timezone: string; plantId: string }) {
  const titleOf = useRuleTitle()
  const { icon: Mark, tone } = styleOf(stateOfRule(rule))
  return (
    <li data-tone={tone}>
      <Mark size={18} stroke={2} aria-hidden color="var(--tone-text)" />
      <div>
        <AppLink to={pathTo('compliance', { plantId }, { rule: rule.rule })}>{titleOf(rule.rule, rule.limit)}</AppLink>
        <EvidenceRows rule={rule.rule} rows={rule.evidence} count={rule.count} plantId={plantId} timezone={timezone} />
      </div>
      <RuleState rule={rule} timezone={timezone} />
    </li>
  )
}
