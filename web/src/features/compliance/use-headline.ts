import type { Compliance } from '@vigilux/contract/features/compliance/compliance.ts'
import { useTranslation } from 'react-i18next'
import type { StateName } from '../../shared/status/states.ts'

/** How the state of a rule, and of all of them, looks. */
export const lookOfState = { met: 'ok', notMet: 'error', unknown: 'unknown' } as const satisfies Record<
  Compliance['verdict']['state'],
  StateName
>

/** The verdict in a sentence: it counts rules, and never claims what is not known. */
export function useHeadline({ verdict, untested }: Pick<Compliance, 'verdict' | 'untested'>): string {
  const { t } = useTranslation('compliance')
  const { notMet, unknown, total } = verdict
  if (notMet > 0) {
    const first = t('headline.notMet', { n: notMet, total })
    return unknown > 0 ? t('headline.andUnknown', { first, n: unknown }) : first
  }
  if (untested) return t('headline.untested')
  return unknown > 0 ? t('headline.unknown', { n: unknown, total }) : t('headline.met', { total })
}
