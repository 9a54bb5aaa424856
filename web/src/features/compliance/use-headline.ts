import type { Compliance, PresentState } from '@vigilux/contract/features/compliance/compliance.ts'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../shared/format/format.ts'
import type { StateName } from '../../shared/status/states.ts'

/** Style of a rule's state, and of the overall state. */
export const styleOfState = { met: 'ok', notMet: 'error', unknown: 'unknown' } as const satisfies Record<
  Compliance['verdict']['state'],
  StateName
>

const presentKinds = [
  'inhibited',
  'onBattery',
  'notReporting',
  'unitsOffline',
] as const satisfies (keyof PresentState)[]

type JudgedPlant = Pick<Compliance, 'verdict' | 'untested' | 'now'>

function useRulesSentence({ verdict, untested }: JudgedPlant): string {
  const { t } = useTranslation('compliance')
  const { notMet, unknown, total } = verdict
  if (notMet > 0) {
    const first = t('headline.notMet', { n: notMet, total })
    return unknown > 0 ? t('headline.andUnknown', { first, n: unknown }) : first
  }
  if (untested) return t('headline.untested')
  return unknown > 0 ? t('headline.unknown', { n: unknown, total }) : t('headline.met', { total })
}

/**
 * The verdict sentence and its state: the number of met rules, never the unknown ones, and the current condition. A plant that
 * meets its rules while lamps are inhibited, on battery or not reporting shows a warning.
 */
export function useHeadline(found: JudgedPlant): { headline: string; look: StateName } {
  const { t } = useTranslation('compliance')
  const { list } = useFormats()
  const rules = useRulesSentence(found)
  const { state } = found.verdict
  const kindTexts = presentKinds.flatMap((kind) => {
    const count = found.now?.[kind] ?? 0
    return count > 0 ? [t(`now.${kind}`, { count })] : []
  })
  if (kindTexts.length === 0) return { headline: rules, look: styleOfState[state] }
  const missingText = list(kindTexts)
  if (state === 'met') return { headline: t('headline.but', { headline: rules, what: missingText }), look: 'warning' }
  return {
    headline: t('headline.beside', { headline: rules.replace(/\.$/, ''), what: missingText }),
    look: styleOfState[state],
  }
}
