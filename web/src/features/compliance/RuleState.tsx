import type { JudgedRule } from '@vigilux/contract/features/compliance/compliance.ts'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../shared/format/format.ts'
import { styleOfState } from '../../shared/status/rule-state.ts'
import type { StateName } from '../../shared/status/states.ts'
import * as styles from './compliance-card.module.css'

/** A met rule with a due date is a warning. */
export const stateOfRule = ({ state, due }: Pick<JudgedRule, 'state' | 'due'>): StateName =>
  due && state === 'met' ? 'warning' : styleOfState[state]

/** The state of a rule in words, with the day since which it is not met, or until which it is due. */
export function RuleState({ rule, timezone }: { rule: JudgedRule; timezone: string }) {
  const { t } = useTranslation('compliance')
  const { date } = useFormats(timezone)
  if (rule.state === 'notMet')
    return (
      <span className={styles.ruleBad}>{rule.since ? t('since', { day: date(rule.since) }) : t('state.notMet')}</span>
    )
  if (rule.state === 'met' && rule.due) return <span>{t('due', { day: date(rule.due) })}</span>
  return <span className="vx-quiet">{t(`state.${rule.state}`)}</span>
}
