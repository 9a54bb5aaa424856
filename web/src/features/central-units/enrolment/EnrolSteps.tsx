import { IconCheck } from '@tabler/icons-react'
import type { CentralUnit, UnitKey } from '@vigilux/contract/features/central-units/central-unit.ts'
import { useTranslation } from 'react-i18next'
import * as wizardStyles from '../../../shared/layout/wizard.module.css'
import { type EnrolStep, enrolSteps } from './enrol-step.ts'

type StepsProps = {
  step: EnrolStep
  unit: CentralUnit | undefined
  keys: readonly UnitKey[]
  /** Seconds within which the keys must be pressed; undefined until known. */
  windowS: number | undefined
}

/** All steps by name, with the choices made and the current step. */
export function EnrolSteps({ step, unit, keys, windowS }: StepsProps) {
  const { t } = useTranslation('enrolment')
  const at = step === 'done' ? enrolSteps.length : enrolSteps.indexOf(step)
  const hints: Partial<Record<EnrolStep, string | undefined>> = {
    type: unit && step !== 'type' ? `${unit.type_name} · ${unit.cu_id}` : undefined,
    keys: [keys.join(' + '), windowS === undefined ? '' : t('step.keysHint', { seconds: windowS })]
      .filter(Boolean)
      .join(' · '),
    lamps: unit && unit.lamps.found > 0 ? t('lamps.found', { count: unit.lamps.found }) : undefined,
  }
  return (
    <nav className={wizardStyles.wizardSteps} aria-label={t('word.steps')}>
      <ol>
        {enrolSteps.map((name, index) => (
          <li
            key={name}
            data-done={index < at || undefined}
            data-current={index === at || undefined}
            aria-current={index === at ? 'step' : undefined}
          >
            <span className={wizardStyles.wizardMark}>
              {index < at ? <IconCheck size={16} aria-hidden /> : index + 1}
            </span>
            <span className={wizardStyles.wizardWords}>
              <b>{t(`step.${name}`)}</b>
              {hints[name] ? <small>{hints[name]}</small> : null}
            </span>
          </li>
        ))}
      </ol>
      {step === 'type' || step === 'keys' ? (
        <div className={wizardStyles.wizardNote}>
          <b>{t('keys.fmTitle')}</b>
          <p>{t('keys.fmText')}</p>
        </div>
      ) : null}
    </nav>
  )
}
