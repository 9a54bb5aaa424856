import type { Compliance } from '@vigilux/contract/features/compliance/compliance.ts'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../shared/format/format.ts'
import { listPresentDangers } from '../../shared/status/present-danger.ts'
import { styleOfState } from '../../shared/status/rule-state.ts'
import type { StateName } from '../../shared/status/states.ts'

type JudgedPlant = Pick<Compliance, 'verdict' | 'untested' | 'now'>

/** The present danger in words, and its worst state; undefined without one, and for a past month. */
export function usePresentDanger(now: Compliance['now']): { text: string; state: StateName } | undefined {
  const { t } = useTranslation('compliance')
  const { list } = useFormats()
  const dangers = listPresentDangers(now)
  const [worst] = dangers
  return worst && { text: list(dangers.map(({ kind, count }) => t(`now.${kind}`, { count }))), state: worst.state }
}

/** The rules in one sentence: the unmet ones, otherwise the unknown ones, otherwise all of them. */
export function useRulesSentence({ verdict, untested }: Pick<JudgedPlant, 'verdict' | 'untested'>): string {
  const { t } = useTranslation('compliance')
  const { notMet, unknown, total } = verdict
  if (notMet > 0) return t('headline.notMet', { n: notMet, total })
  if (untested) return t('headline.untested')
  return unknown > 0 ? t('headline.unknown', { n: unknown, total }) : t('headline.met', { total })
}

/**
 * The verdict sentence, with and without the present danger, and its state: the number of met rules, never the unknown
 * ones, and the current condition. A plant with met rules shows the worst present danger: lamps on battery, inhibited
 * or not reporting.
 */
export function useHeadline(found: JudgedPlant): { headline: string; rules: string; look: StateName } {
  const { t } = useTranslation('compliance')
  const sentence = useRulesSentence(found)
  const danger = usePresentDanger(found.now)
  const { state, notMet, unknown } = found.verdict
  const rules = notMet > 0 && unknown > 0 ? t('headline.andUnknown', { first: sentence, n: unknown }) : sentence
  if (!danger) return { headline: rules, rules, look: styleOfState[state] }
  if (state === 'met')
    return { headline: t('headline.but', { headline: rules, what: danger.text }), rules, look: danger.state }
  return {
    rules,
    headline: t('headline.beside', { headline: rules.replace(/\.$/, ''), what: danger.text }),
    look: styleOfState[state],
  }
}
