import { IconChevronRight } from '@tabler/icons-react'
import type { Compliance, JudgedRule } from '@vigilux/contract/features/compliance/compliance.ts'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../shared/format/format.ts'
import { Card } from '../../shared/layout/PageHeader.tsx'
import { AppLink } from '../../shared/navigation.tsx'
import * as styles from './compliance.module.css'
import { useRuleStep } from './use-rule-step.ts'

/** Rules named per step; further ones are counted. */
const maxNamed = 2

/** The reader's steps for rules not met or unknown, those of most rules first; hidden for a past month. */
export function WhatFixesIt({ found }: { found: Compliance }) {
  const { t } = useTranslation('compliance')
  const { list, number } = useFormats()
  const stepOf = useRuleStep()
  const open = found.rules.filter((rule) => rule.state !== 'met' && stepOf(rule).mayDo)
  if (open.length === 0 || found.month !== null) return null
  const byStep = new Map<string, JudgedRule[]>()
  for (const rule of open) {
    const { label, to } = stepOf(rule)
    byStep.set(`${label} ${to}`, [...(byStep.get(`${label} ${to}`) ?? []), rule])
  }
  const namesOf = (rules: readonly JudgedRule[]): string[] => {
    const names = rules.slice(0, maxNamed).map(({ rule }) => t(`short.${rule}`))
    const more = rules.length - names.length
    return more > 0 ? [...names, t('otherRules', { count: more })] : names
  }
  const steps = [...byStep.values()].sort((a, b) => b.length - a.length)
  return (
    <div className={styles.fixes}>
      <Card title={t('fixes.title')}>
        <ol>
          {steps.map((rules, at) => {
            const [first] = rules
            if (!first) return null
            const { label, to } = stepOf(first)
            return (
              <li key={first.rule}>
                <AppLink to={to}>
                  <i aria-hidden>{number(at + 1)}</i>
                  <span>
                    <b>{label}</b>
                    <small>{list(namesOf(rules))}</small>
                  </span>
                  <IconChevronRight size={16} aria-hidden />
                </AppLink>
              </li>
            )
          })}
        </ol>
      </Card>
    </div>
  )
}
