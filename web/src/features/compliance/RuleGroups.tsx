import { Button } from '@mantine/core'
import type { Compliance, JudgedRule } from '@vigilux/contract/features/compliance/compliance.ts'
import { type RuleGroup, type RuleId, ruleGroups } from '@vigilux/contract/features/compliance/rule-ids.ts'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Card } from '../../shared/layout/PageHeader.tsx'
import { useSearchParams } from '../../shared/search-params.ts'
import { useIsPrinting } from '../../shared/use-is-printing.ts'
import * as styles from './compliance.module.css'
import { RuleRow } from './RuleRow.tsx'
import { rankOfRule } from './rule-rank.ts'
import { useRuleTitle } from './use-rule-title.ts'

/** Worst first, within and among groups. */
const worstFirst = (rules: readonly JudgedRule[]): JudgedRule[] =>
  rules.toSorted((a, b) => rankOfRule(a) - rankOfRule(b))
const worstRank = (rules: readonly JudgedRule[]): number => Math.min(4, ...rules.map(rankOfRule))

type GroupsProps = { found: Compliance; plantId?: string | undefined }

/** All rules by group: unmet first and open, those outside the profile last. */
export function RuleGroups({ found, plantId }: GroupsProps) {
  const { t } = useTranslation('compliance')
  const groups = ruleGroups
    .map((group) => ({ group, rules: worstFirst(found.rules.filter((rule) => rule.group === group)) }))
    .filter(({ rules }) => rules.length > 0)
    .sort((a, b) => worstRank(a.rules) - worstRank(b.rules))
  return (
    <>
      {groups.map(({ group, rules }) => (
        <Group key={group} group={group} rules={rules} timezone={found.timezone} plantId={plantId} />
      ))}
      <Titles summary={t('todayOnly', { n: found.todayOnly.length })} rules={found.todayOnly} />
      <Titles summary={t('notRequired', { n: found.notRequired.length })} rules={found.notRequired} />
    </>
  )
}

/** Unmet rules are counted before unknown ones; a rule in its days of grace counts as met, with its date. */
function summarizeRules(t: TFunction<'compliance'>, rules: readonly JudgedRule[], dueCount: number): string {
  const count = (state: JudgedRule['state']) => rules.filter((rule) => rule.state === state).length
  const [notMet, unknown, total] = [count('notMet'), count('unknown'), rules.length]
  if (notMet > 0) return t('of.notMet', { n: notMet, total })
  if (unknown > 0) return t('of.unknown', { n: unknown, total })
  return dueCount > 0 ? t('of.metDue', { n: dueCount, total }) : t('of.met', { total })
}

type GroupProps = { group: RuleGroup; rules: JudgedRule[]; timezone: string; plantId: string | undefined }

function Group({ group, rules, timezone, plantId }: GroupProps) {
  const { t } = useTranslation('compliance')
  const isPrinting = useIsPrinting()
  const open = rules.filter((rule) => rankOfRule(rule) < 3)
  const metRules = rules.filter((rule) => rankOfRule(rule) === 3)
  const [{ rule: linked }] = useSearchParams()
  const [chosen, setChosen] = useState<boolean>()
  const isOpen = chosen ?? metRules.some(({ rule }) => rule === linked)
  const dueCount = rules.filter((rule) => rankOfRule(rule) === 2).length
  const toggle =
    metRules.length > 0 ? (
      <Button
        className={styles.rulesMet}
        variant="subtle"
        size="compact-sm"
        aria-expanded={isOpen}
        onClick={() => setChosen(!isOpen)}
      >
        {t(dueCount > 0 ? 'othersMet' : 'rulesMet', { n: metRules.length })}
      </Button>
    ) : null
  // A group without anything open is one line.
  const isOneLine = open.length === 0 && !isPrinting
  return (
    <Card title={t(`group.${group}`)} aside={isOneLine ? toggle : summarizeRules(t, rules, dueCount)}>
      <ul className={styles.judgedRules}>
        {open.map((rule) => (
          <RuleRow key={rule.rule} rule={rule} timezone={timezone} plantId={plantId} />
        ))}
        {isOpen || isPrinting
          ? metRules.map((rule) => <RuleRow key={rule.rule} rule={rule} whole timezone={timezone} plantId={plantId} />)
          : null}
      </ul>
      {isOneLine ? null : toggle}
    </Card>
  )
}

/** Titles of rules without a judgement. */
function Titles({ summary: summaryText, rules }: { summary: string; rules: readonly RuleId[] }) {
  const titleOf = useRuleTitle()
  if (rules.length === 0) return null
  return (
    <details className={`vx-card ${styles.ruleTitles}`}>
      <summary>{summaryText}</summary>
      <ul>
        {rules.map((rule) => (
          <li key={rule}>
            {titleOf(rule)} <span className="vx-quiet">{rule}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}
