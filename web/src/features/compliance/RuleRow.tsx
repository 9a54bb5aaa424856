import { type JudgedRule, permissionOfRemedy } from '@vigilux/contract/features/compliance/compliance.ts'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { useNavigateTo } from '../../shared/navigation.tsx'
import { useSearchParams } from '../../shared/search-params.ts'
import { styleOf } from '../../shared/status/states.ts'
import { useWhyNotAllowed } from '../central-units/index.ts'
import * as styles from './compliance.module.css'
import { type EvidencePlace, EvidenceRows } from './EvidenceRows.tsx'
import { RuleState, stateOfRule } from './RuleState.tsx'
import { sectionOfClause } from './rule-texts.ts'
import { useRuleStep } from './use-rule-step.ts'
import { useRuleTitle } from './use-rule-title.ts'

type RuleProps = EvidencePlace & {
  rule: JudgedRule
  /** Shows the evidence although the rule is met. */
  whole?: boolean
}

/** Scrolls once to the rule named in the address. */
function useScrollTo(rule: JudgedRule['rule']) {
  const [{ rule: linked }] = useSearchParams()
  const row = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (linked === rule) row.current?.scrollIntoView({ block: 'center' })
  }, [linked, rule])
  return row
}

/** One rule: requirement, evidence, consequence, clause and remedy. */
export function RuleRow({ rule, whole: showsAll = false, plantId, timezone }: RuleProps) {
  const { t } = useTranslation('compliance')
  const titleOf = useRuleTitle()
  const { icon: Mark, tone } = styleOf(stateOfRule(rule))
  const row = useScrollTo(rule.rule)
  const isMet = rule.state === 'met' && !rule.due
  const hidesEvidence = isMet && !showsAll
  return (
    <li ref={row} className={styles.rule} data-state={rule.state}>
      <span data-tone={tone}>
        <Mark size={18} stroke={2} aria-hidden color="var(--tone-text)" />
      </span>
      <div>
        <h3>{titleOf(rule.rule, rule.limit)}</h3>
        {hidesEvidence ? null : (
          <>
            <EvidenceRows
              rule={rule.rule}
              rows={rule.evidence}
              count={rule.count}
              plantId={plantId}
              timezone={timezone}
            />
            {isMet ? null : <p className="vx-quiet">{t(`rule.${rule.rule}.follows`)}</p>}
          </>
        )}
        {rule.later.length > 0 ? (
          <>
            <p>{t('later')}</p>
            <EvidenceRows
              rule={rule.rule}
              rows={rule.later}
              count={rule.later.length}
              plantId={plantId}
              timezone={timezone}
            />
          </>
        ) : null}
        <Clauses rule={rule} />
      </div>
      <div className={styles.ruleSide}>
        <RuleState rule={rule} timezone={timezone} />
        {plantId && !isMet ? <Remedy rule={rule} /> : null}
      </div>
    </li>
  )
}

/** The documents with the clause number where a source confirms it, otherwise with the section's name. */
function Clauses({ rule: { clauses, rule } }: { rule: JudgedRule }) {
  const { t } = useTranslation('compliance')
  const clauseTexts = clauses.map(({ document, number }) =>
    number ? t('clause.number', { document, number }) : document,
  )
  return (
    <p className={styles.ruleClause}>{[...clauseTexts, t(`section.${sectionOfClause[rule]}`), rule].join(' · ')}</p>
  )
}

function Remedy({ rule }: { rule: JudgedRule }) {
  const navigateTo = useNavigateTo()
  const { label, to, mayDo } = useRuleStep()(rule)
  const blockedReason = useWhyNotAllowed(permissionOfRemedy[rule.remedy])
  return (
    <ReasonButton
      size="xs"
      variant="default"
      blockedReason={mayDo ? blockedReason : undefined}
      onClick={() => navigateTo(to)}
    >
      {label}
    </ReasonButton>
  )
}
