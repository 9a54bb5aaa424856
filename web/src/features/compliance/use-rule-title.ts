import type { RuleId } from '@vigilux/contract/features/compliance/rule-ids.ts'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../shared/format/format.ts'

const withLimit = ['R1', 'R2', 'R3', 'R4', 'R6', 'R10', 'R11', 'R12', 'R17', 'R18', 'R19', 'R21', 'R23'] as const
type RuleWithLimit = (typeof withLimit)[number]

const hasLimit = (rule: RuleId): rule is RuleWithLimit => withLimit.some((one) => one === rule)

/** A rule's requirement, with its limit if known. */
export function useRuleTitle(): (rule: RuleId, limit?: number) => string {
  const { t } = useTranslation('compliance')
  const { number } = useFormats()
  return (rule, limit) => {
    if (limit === undefined && hasLimit(rule)) return t(`rule.${rule}.titleWithoutLimit`)
    return t(`rule.${rule}.title`, limit === undefined ? {} : { limit: number(limit) })
  }
}
