import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../shared/feedback/ConfirmDialog.tsx'
import { lampRanges } from '../../shared/plant/lamp-ranges.ts'
import { byUnit, serialOf } from '../../shared/plant/unit-topic.ts'

type Target = { cu: string; id: number }

/** "0A1B2C: 7, 9; 0B22E7: 1–20, …"; without units when there is only one. */
export function formatLamps(lamps: readonly Target[], total: number, severalUnits: boolean): string {
  const lampNames = byUnit(lamps).map(({ topic, addr }) =>
    severalUnits ? `${serialOf(topic)}: ${lampRanges(addr)}` : lampRanges(addr),
  )
  return lampNames.join('; ') + (total > lamps.length ? ', …' : '')
}

type QuestionProps = {
  lamps: readonly Target[]
  /** Minutes until they turn off automatically, if known here. */
  minutes?: number | string
  onConfirm: () => unknown
  onCancel: () => void
}

/** Before UV tubes are lit, a person confirms the absence of people. */
export function UvConfirmation({ lamps, minutes, ...answers }: QuestionProps) {
  const { t } = useTranslation('lamps')
  const lampsText = formatLamps(lamps, lamps.length, byUnit(lamps).length > 1)
  return (
    <ConfirmDialog
      opened
      destructive
      title={t('uv.askTitle', { count: lamps.length })}
      confirmLabel={t('uv.askConfirm')}
      {...answers}
    >
      {minutes === undefined
        ? t('uv.askAgain', { lamps: lampsText })
        : t('uv.askText', { count: lamps.length, lamps: lampsText, minutes })}
    </ConfirmDialog>
  )
}
