import type { Compliance, JudgedRule } from '@vigilux/contract/features/compliance/compliance.ts'
import { useTranslation } from 'react-i18next'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { LoadingRows } from '../../shared/feedback/Loading.tsx'
import { useFormats } from '../../shared/format/format.ts'
import { Card } from '../../shared/layout/PageHeader.tsx'
import { usePhone } from '../../shared/layout/use-phone.ts'
import { AppLink } from '../../shared/navigation.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { styleOf } from '../../shared/status/states.ts'
import { pathTo } from '../../site-map.ts'
import * as styles from './compliance-card.module.css'
import { stateOfRule } from './RuleState.tsx'
import { rankOfRule } from './rule-rank.ts'
import { useHeadline, usePresentDanger, useRulesSentence } from './use-headline.ts'

/** The verdict on the overview: the present danger, the sentence of its page, and the most important rules. */
export function ComplianceCard() {
  const { t } = useTranslation('compliance')
  const phone = usePhone()
  if (phone)
    return (
      <AnswerBoundary skeleton={<LoadingVerdict />}>
        <PhoneVerdict />
      </AnswerBoundary>
    )
  return (
    <Card
      title={t('title')}
      aside={
        <AnswerBoundary quiet>
          <Edition />
        </AnswerBoundary>
      }
    >
      <AnswerBoundary>
        <Verdict />
      </AnswerBoundary>
    </Card>
  )
}

const useCompliance = (): Compliance => useAnswer('getCompliance', { plantId: useCurrentPlant().plantId })

/** The edition by which the plant is judged. */
function Edition() {
  return `EN 50172:${useCompliance().profile.edition}`
}

function LoadingVerdict() {
  return (
    <div className="vx-card">
      <LoadingRows rows={2} height={36} />
    </div>
  )
}

/** A phone shows one sentence, in the colour of its state unless all is well. It leads to the rules. */
function PhoneVerdict() {
  const { t } = useTranslation('compliance')
  const { plantId } = useCurrentPlant()
  const { headline, look } = useHeadline(useCompliance())
  const { icon: Mark, tone } = styleOf(look)
  return (
    <AppLink
      className={`vx-card ${styles.phoneVerdict}`}
      to={pathTo('compliance', { plantId })}
      data-tone={tone}
      data-quiet={look === 'ok' || undefined}
    >
      <Mark size={24} stroke={2} aria-hidden color="var(--tone-text)" />
      <div>
        <h2>{headline}</h2>
        <small>{t('showRules')}</small>
      </div>
    </AppLink>
  )
}

/** Maximum rules on the card. */
const maxShownRules = 5

function Verdict() {
  const { plantId } = useCurrentPlant()
  const found = useCompliance()
  const sentence = useRulesSentence(found)
  const rules = found.rules.toSorted((a, b) => rankOfRule(a) - rankOfRule(b)).slice(0, maxShownRules)
  return (
    <div className={styles.complianceCard}>
      <PresentDanger now={found.now} />
      <AppLink className={styles.complianceVerdict} to={pathTo('compliance', { plantId })}>
        {sentence}
      </AppLink>
      <Rest verdict={found.verdict} />
      <ul className={styles.complianceShort}>
        {rules.map((rule) => (
          <ShortRule key={rule.rule} rule={rule} timezone={found.timezone} />
        ))}
      </ul>
    </div>
  )
}

function PresentDanger({ now }: Pick<Compliance, 'now'>) {
  const { t } = useTranslation('compliance')
  const danger = usePresentDanger(now)
  if (!danger) return null
  const { icon: Mark, tone } = styleOf(danger.state)
  return (
    <p className={styles.complianceNow} data-tone={tone}>
      <Mark size={16} stroke={2} aria-hidden />
      {t('card.now', { what: danger.text })}
    </p>
  )
}

/** The rules not counted in the sentence above. */
function Rest({ verdict: { met, notMet, unknown } }: Pick<Compliance, 'verdict'>) {
  const { t } = useTranslation('compliance')
  if (notMet === 0 && unknown === 0) return null
  return (
    <p className="vx-quiet">
      {notMet > 0 && unknown > 0 ? t('card.restUnknown', { met, unknown }) : t('card.rest', { met })}
    </p>
  )
}

/** One line of a rule; leads to its place on the page. */
function ShortRule({ rule, timezone }: { rule: JudgedRule; timezone: string }) {
  const { t } = useTranslation('compliance')
  const { plantId } = useCurrentPlant()
  const { icon: Mark, tone } = styleOf(stateOfRule(rule))
  return (
    <li data-tone={tone}>
      <Mark size={15} stroke={2} aria-hidden color="var(--tone-text)" />
      <AppLink to={pathTo('compliance', { plantId }, { rule: rule.rule })}>{t(`short.${rule.rule}`)}</AppLink>
      <ShortState rule={rule} timezone={timezone} />
    </li>
  )
}

function ShortState({ rule: { state, since, due }, timezone }: { rule: JudgedRule; timezone: string }) {
  const { t } = useTranslation('compliance')
  const { date } = useFormats(timezone)
  if (state === 'notMet')
    return <span className={styles.ruleBad}>{since ? t('card.since', { day: date(since) }) : t('state.notMet')}</span>
  if (state === 'unknown') return <span>{t('card.unknown')}</span>
  return <span>{due ? t('card.due', { day: date(due) }) : t('state.met')}</span>
}
