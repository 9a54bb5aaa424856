import type { UnitFaultCode } from '@vigilux/contract/features/central-units/unit-faults.ts'
import type { LampError } from '@vigilux/contract/features/lamps/lamp.ts'
import type { Fault, FaultPart } from '@vigilux/contract/features/plants/fault.ts'
import i18next, { type TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { errorText } from '../i18n/i18n.ts'
import { Cause } from '../layout/Cause.tsx'
import type { StateName } from '../status/states.ts'

type AnyFault = Fault<UnitFaultCode | LampError>
/** Numbers in the texts of some faults. */
type FaultValues = { found: number; configured: number }
type TextOf = (key: string, values?: FaultValues) => string

/** Likely cause and remedy of a fault; null for a code of a newer server. Every code of this one has texts. */
function textsOf({ of, code }: AnyFault, t: TFunction<'faults'>, values?: FaultValues) {
  const translate = t as unknown as TextOf
  if (!i18next.exists(`faults:${of}.${code}.cause`)) return null
  return { cause: translate(`${of}.${code}.cause`, values), remedy: translate(`${of}.${code}.remedy`, values) }
}

/** Replaceable parts; other parts are adjusted, tightened or searched. */
const replaceable: ReadonlySet<FaultPart> = new Set(['battery', 'charger', 'fuse', 'lightSource', 'driver'])

type Props = {
  fault: AnyFault
  /** The device's state when it matters more than the fault: an offline device was in error at its last report. */
  state?: StateName
  values?: FaultValues
  /** Codes of the spare parts for the fault, if the device reports them. */
  spareParts?: readonly string[]
}

/** One fault in full: name, severity, part, urgency, likely cause and remedy. */
export function CauseAndRemedy({ fault, state = fault.severity, values, spareParts = [] }: Props) {
  const { t } = useTranslation('faults')
  const texts = textsOf(fault, t, values)
  return (
    <Cause state={state} title={errorText(`errors.${fault.of}`, fault.code) ?? fault.code}>
      <p>{[t(`state.${state}`), t(`part.${fault.part}`), t(`urgency.${fault.urgency}`)].join(' · ')}</p>
      {texts ? (
        <>
          <p>
            <b>{t('heading.cause')}:</b> {texts.cause}
          </p>
          <p>
            <b>{t('heading.remedy')}:</b> {texts.remedy}
          </p>
        </>
      ) : null}
      {spareParts.length > 0 && replaceable.has(fault.part) ? (
        <p>
          <b>{t('word.spareParts')}:</b> {spareParts.join(', ')}
        </p>
      ) : null}
    </Cause>
  )
}
