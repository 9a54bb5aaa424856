import type { UnitFaultCode } from '@vigilux/contract/features/central-units/unit-faults.ts'
import type { LampError } from '@vigilux/contract/features/lamps/lamp.ts'
import type { Fault, FaultPart } from '@vigilux/contract/features/plants/fault.ts'
import i18next, { type TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { errorText } from '../i18n/i18n.ts'
import { Cause } from '../layout/Cause.tsx'
import type { StateName } from '../status/states.ts'

type AnyFault = Fault<UnitFaultCode | LampError>
/** What the words of some faults say in numbers. */
type FaultValues = { found: number; configured: number }
type TextOf = (key: string, values?: FaultValues) => string

/** What is likely behind a fault and what to do about it; null for a code of a newer server. A check holds that ours have words. */
function textsOf({ of, code }: AnyFault, t: TFunction<'faults'>, values?: FaultValues) {
  const textOf = t as unknown as TextOf
  if (!i18next.exists(`faults:${of}.${code}.cause`)) return null
  return { cause: textOf(`${of}.${code}.cause`, values), remedy: textOf(`${of}.${code}.remedy`, values) }
}

/** Parts that are exchanged; the others are set, tightened or looked for. */
const replaceable: ReadonlySet<FaultPart> = new Set(['battery', 'charger', 'fuse', 'lightSource', 'driver'])

type Props = {
  fault: AnyFault
  /** How the device stands where that is worse to know than the fault: what is offline was in error when it last reported. */
  state?: StateName
  values?: FaultValues
  /** Codes of the parts to bring for it, where the device tells them. */
  spareParts?: readonly string[]
}

/** One fault with all that is known of it: what, how bad, which part, how soon, the likely cause and what to do. */
export function CauseAndRemedy({ fault, state = fault.severity, values, spareParts = [] }: Props) {
  const { t } = useTranslation('faults')
  const { t: textOf } = useTranslation('shared')
  const texts = textsOf(fault, t, values)
  return (
    <Cause state={state} title={errorText(`errors.${fault.of}`, fault.code) ?? fault.code}>
      <p>{[textOf(`state.${state}`), t(`part.${fault.part}`), t(`urgency.${fault.urgency}`)].join(' · ')}</p>
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
          <b>{t('heading.spareParts')}:</b> {spareParts.join(', ')}
        </p>
      ) : null}
    </Cause>
  )
}
