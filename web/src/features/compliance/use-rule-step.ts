import { type JudgedRule, permissionOfRemedy } from '@vigilux/contract/features/compliance/compliance.ts'
import { useTranslation } from 'react-i18next'
import { canChange } from '../../shared/plant/can-change.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { pathTo } from '../../site-map.ts'
import { pathOfRemedy } from './rule-texts.ts'

export type RuleStep = { label: string; to: string; mayDo: boolean }

/** The next step for a rule: its remedy, or for people without the permission a look at its cause. */
export function useRuleStep(): (rule: JudgedRule) => RuleStep {
  const { t } = useTranslation('compliance')
  const { plant, plantId } = useCurrentPlant()
  const looks: Record<JudgedRule['remedy'], () => Omit<RuleStep, 'mayDo'>> = {
    functionalTest: () => ({ label: t('look.results'), to: pathTo('plantReport', { plantId }, { tab: 'results' }) }),
    autonomyTest: () => looks.functionalTest(),
    schedule: () => ({ label: t('look.calendar'), to: pathTo('plantReport', { plantId }, { tab: 'calendar' }) }),
    unit: () => ({ label: t('look.unit'), to: '' }),
    lamps: () => ({ label: t('word.seeTheLamps'), to: '' }),
    faults: () => ({ label: t('word.seeTheLamps'), to: pathTo('devices', { plantId }, { f: 'error' }) }),
    logbook: () => ({ label: t('look.logbook'), to: '' }),
    signature: () => looks.logbook(),
    panel: () => ({ label: t('look.panel'), to: '' }),
  }
  return (rule) => {
    const { remedy } = rule
    const remedyPath = pathOfRemedy(remedy, plantId, rule)
    if (canChange(plant, permissionOfRemedy[remedy]))
      return { label: t(`remedy.${remedy}`), to: remedyPath, mayDo: true }
    const { label, to } = looks[remedy]()
    return { label, to: to || remedyPath, mayDo: false }
  }
}
