import type { OpenCause } from '@vigilux/contract/features/attention/open-cause.ts'
import { useTranslation } from 'react-i18next'
import { formatsFor } from '../../shared/format/format.ts'
import { useLanguage } from '../../shared/i18n/i18n.ts'
import { attentionLine } from '../plant-overview/index.ts'

/** Title, start by the plant's clock, and next step of a cause. */
export function useCauseTexts() {
  const { t } = useTranslation('plant-overview')
  const language = useLanguage()
  return (cause: OpenCause) => {
    const formats = formatsFor(language, cause.timezone)
    const since = cause.since === null ? '' : t('attention.since', { time: formats.dateTime(cause.since) })
    const line = attentionLine(cause, { plantId: cause.plant_id, mayOperate: cause.mayAssign }, t)
    const serial = cause.cu.split('_').at(-1) ?? ''
    // Several units of a plant may have the same problem: name the unit unless the title does.
    const unit = line.title.includes(serial) ? '' : t('attention.ofUnit', { serial })
    return { ...line, unit, details: [unit, since].filter(Boolean), since, formats }
  }
}

export type CauseTexts = ReturnType<typeof useCauseTexts>
